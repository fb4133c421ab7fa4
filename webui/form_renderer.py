"""The layout of a form field, the same on all pages."""

from django.forms.renderers import DjangoTemplates


class Renderer(DjangoTemplates):
    """Render a field's label, help, errors and widget with our template."""

    field_template_name = "webui/field.html"
