"""How one field of a form looks, everywhere alike."""

from django.forms.renderers import DjangoTemplates


class Renderer(DjangoTemplates):
    """Django's renderer with our template for label, help, errors and widget of a field."""

    field_template_name = "webui/field.html"
