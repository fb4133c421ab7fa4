"""Every URL of the web interface in one table."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path
from django.views.i18n import set_language

from webui.views import account, document, home, keywords, monitor, search, source_form, source_import, sources

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("readyz", home.readyz, name="readyz"),
    path("login/", LoginView.as_view(template_name="webui/login.html", redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/", account.ChangePassword.as_view(), name="password"),
    path("language/", set_language, name="set_language"),
    path("search/", search.search, name="search"),
    path("search/export/", search.export, name="search_export"),
    path("documents/<slug:document_id>/", document.document, name="document"),
    path("sources/", sources.sources, name="sources"),
    path("sources/add/", source_form.add, name="source_add"),
    path("sources/import/", source_import.import_file, name="source_import"),
    path("sources/export.<str:form>", source_import.export_file, name="source_export"),
    path("sources/<int:source_id>/", sources.source, name="source"),
    path("sources/<int:source_id>/edit/", source_form.edit, name="source_edit"),
    path("sources/<int:source_id>/test/", source_form.test, name="source_test"),
    path("sources/<int:source_id>/enable/", sources.enable, name="source_enable"),
    path("sources/<int:source_id>/pause/", sources.pause, name="source_pause"),
    path("sources/<int:source_id>/visit/", sources.visit, name="source_visit"),
    path("sources/<int:source_id>/delete/", sources.delete, name="source_delete"),
    path("keywords/", keywords.keywords, name="keywords"),
    path("keywords/add/", keywords.add, name="keywords_add"),
    path("keywords/<int:list_id>/", keywords.edit, name="keywords_edit"),
    path("keywords/<int:list_id>/delete/", keywords.delete, name="keywords_delete"),
    path("monitor/", monitor.monitor, name="monitor"),
    path("monitor/live/", monitor.live, name="monitor_live"),
    path("monitor/buried/<slug:tube>/kick/", monitor.kick, name="buried_kick"),
    path("monitor/buried/<slug:tube>/drop/", monitor.drop, name="buried_drop"),
]

handler400 = "webui.views.errors.bad_request"
handler403 = "webui.views.errors.forbidden"
handler404 = "webui.views.errors.not_found"
handler500 = "webui.views.errors.server_error"
