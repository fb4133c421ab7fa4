"""The addresses of briefs."""

from django.urls import path

from features.briefs import views

urlpatterns = [
    path("briefs/add/", views.add, name="brief_add"),
    path("briefs/<int:brief_id>/", views.brief, name="brief"),
    path("briefs/<int:brief_id>/edit/", views.edit, name="brief_edit"),
    path("briefs/<int:brief_id>/text/", views.add_text, name="brief_text"),
    path("briefs/<int:brief_id>/items/<int:item_id>/", views.change_item, name="brief_item"),
    path("briefs/<int:brief_id>/renew/", views.renew, name="brief_renew"),
    path("briefs/<int:brief_id>/export/", views.export, name="brief_export"),
    path("briefs/<int:brief_id>/mail/", views.mail, name="brief_mail"),
]
