"""Every URL of the web interface in one table."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.i18n import set_language

from hooks.process import features
from webui.accounts.views import account, audit, second_factor, tokens, users
from webui.api.app import api
from webui.events import views as events
from webui.monitor.views import errors, hosts, jobs, monitor, verdict
from webui.overview import views as home
from webui.owned.views import owned_urls
from webui.preferences import set_theme
from webui.search.views import (
    document,
    feeds,
    saved_searches,
    search,
)
from webui.sources.views import bulk as source_bulk
from webui.sources.views import bulk_history as source_bulk_history
from webui.sources.views import directory, keywords
from webui.sources.views import files as source_import
from webui.sources.views import form as source_form
from webui.sources.views import history as source_history
from webui.sources.views import repair as source_repair
from webui.sources.views import runs as source_runs
from webui.sources.views import table as sources

urlpatterns = [
    path("", home.home, name="home"),
    path("live/", home.live, name="home_live"),
    path("api/v1/", api.urls),
    path("healthz", home.healthz, name="healthz"),
    path("readyz", home.readyz, name="readyz"),
    path("login/", account.Login.as_view(), name="login"),
    path("login/code/", account.Code.as_view(), name="login_code"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/", account.ChangePassword.as_view(), name="password"),
    path("password/new/<uidb64>/<token>/", account.SetPassword.as_view(), name="password_new"),
    path("password/two-step/", second_factor.second_factor, name="second_factor"),
    path("password/two-step/codes/", second_factor.new_codes, name="recovery_codes"),
    path("password/two-step/end/", second_factor.end, name="second_factor_end"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/add/", tokens.add, name="token_add"),
    path("tokens/<int:token_id>/delete/", tokens.delete, name="token_delete"),
    path("api/", tokens.reference, name="api_reference"),
    path("language/", set_language, name="set_language"),
    path("theme/", set_theme, name="set_theme"),
    path("search/", search.search, name="search"),
    path("search/counts/", search.counts, name="search_counts"),
    path("search/filed/<str:name>/", search.filed, name="search_filed"),
    path("search/export/", search.export, name="search_export"),
    path("search/build/", search.build, name="search_build"),
    path("saved/<int:search_id>/next/", saved_searches.next_unread, name="saved_search_next"),
    path("saved/<int:search_id>/follow/", saved_searches.follow, name="saved_search_follow"),
    path("saved/<int:search_id>/read/", saved_searches.mark_read, name="saved_search_read"),
    path("saved/add/", saved_searches.add, name="saved_search_add"),
    path("saved/<int:search_id>/", saved_searches.edit, name="saved_search"),
    path("saved/<int:search_id>/search/", saved_searches.change, name="saved_search_change"),
    path("feeds/<slug:token>.<str:form>", feeds.feed, name="feed"),
    path("documents/<slug:document_id>/", document.document, name="document"),
    path(
        "documents/<slug:document_id>/difference/", document.difference, name="document_difference"
    ),
    path("documents/<slug:document_id>/versions/", document.changes, name="document_versions"),
    path("sources/", sources.sources, name="sources"),
    path("sources/directory/", directory.directory, name="source_directory"),
    path("sources/add/", source_form.add, name="source_add"),
    path("sources/links/", source_form.links, name="source_links"),
    path("sources/import/sample.csv", source_import.sample_file, name="source_sample"),
    path("sources/import/", source_import.import_file, name="source_import"),
    path("sources/export.<str:form>", source_import.export_file, name="source_export"),
    path("sources/bulk/", source_bulk.bulk, name="source_bulk"),
    path("sources/changes/", source_bulk_history.bulk_changes, name="source_bulk_changes"),
    path(
        "sources/changes/<slug:batch>/",
        source_bulk_history.bulk_change,
        name="source_bulk_change",
    ),
    path("sources/changes/<slug:batch>/undo/", source_bulk_history.undo, name="source_bulk_undo"),
    path("sources/deleted/", source_history.deleted, name="sources_deleted"),
    path("sources/deleted/<int:entry_id>/restore/", source_history.restore, name="source_restore"),
    path("sources/<int:source_id>/", sources.source, name="source"),
    path("sources/<int:source_id>/runs/", source_runs.runs, name="source_runs"),
    path("sources/<int:source_id>/failures.csv", sources.failures, name="source_failures"),
    path("sources/<int:source_id>/edit/", source_form.edit, name="source_edit"),
    path("sources/<int:source_id>/test/", source_form.test, name="source_test"),
    path("sources/<int:source_id>/enable/", sources.enable, name="source_enable"),
    path("sources/<int:source_id>/pause/", sources.pause, name="source_pause"),
    path("sources/<int:source_id>/move/", source_repair.move, name="source_move"),
    path(
        "sources/<int:source_id>/look/accept/",
        source_repair.accept_drift,
        name="source_accept_drift",
    ),
    path("sources/<int:source_id>/traps/allow/", sources.allow_trap, name="source_allow_trap"),
    path("sources/<int:source_id>/visit/", sources.visit, name="source_visit"),
    path("sources/<int:source_id>/delete/", sources.delete, name="source_delete"),
    path("sources/<int:source_id>/history/", source_history.history, name="source_history"),
    path(
        "sources/<int:source_id>/history/<int:entry_id>/return/",
        source_history.return_to,
        name="source_return",
    ),
    path("keywords/", keywords.keywords, name="keywords"),
    path("keywords/add/", keywords.add, name="keywords_add"),
    path("keywords/<int:list_id>/", keywords.edit, name="keywords_edit"),
    path("keywords/<int:list_id>/delete/", keywords.delete, name="keywords_delete"),
    path("users/", users.users, name="users"),
    path("users/add/", users.add, name="user_add"),
    path("users/audit/", audit.audit, name="audit"),
    path("users/<int:user_id>/", users.edit, name="user"),
    path("users/<int:user_id>/password/", users.new_password, name="user_password"),
    path("users/<int:user_id>/two-step/end/", users.end_second_factor, name="user_two_step_end"),
    path("monitor/", monitor.monitor, name="monitor"),
    path("monitor/events/", events.events, name="events"),
    path("monitor/events/close/", events.close, name="event_group_close"),
    path("monitor/events/open/", events.open_again, name="event_group_open"),
    path("monitor/live/", monitor.live, name="monitor_live"),
    path("monitor/hosts/", hosts.hosts, name="hosts"),
    path("monitor/pause/", hosts.pause, name="pause"),
    path("monitor/resume/", hosts.resume, name="resume"),
    path("monitor/workers/order/", hosts.order_worker, name="worker_order"),
    path("monitor/errors/", errors.errors, name="errors"),
    path("monitor/verdict/", verdict.verdict, name="verdict"),
    path("monitor/verdict/strip/", verdict.strip, name="verdict_strip"),
    path("monitor/verdict/mutes/<int:mute_id>/end/", verdict.unmute, name="unmute"),
    path("monitor/mute/", verdict.mute, name="mute"),
    path("monitor/jobs/", jobs.jobs, name="jobs"),
    path("monitor/jobs/job/", jobs.job, name="job"),
    path("monitor/jobs/settle/", jobs.settle, name="jobs_settle"),
    *features().ask_for_all("routes"),
    *owned_urls(),
]

handler400 = "webui.error_pages.bad_request"
handler403 = "webui.error_pages.forbidden"
handler404 = "webui.error_pages.not_found"
handler500 = "webui.error_pages.server_error"
