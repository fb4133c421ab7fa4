"""Decide whether a site may have one more job in a worker. Pure."""

_OF_FREE_PLACES = 3


def may_start(of_site: int, running: int, places: int) -> bool:
    """Return whether one more job of a site may start.

    A site may have three times as many jobs as places are free: three quarters of the places alone,
    and with six such sites a sixth of the places or less each, so that some always stay free for
    others (dynamic thresholds; Choudhury and Hahne 1998, doi:10.1109/90.664262). A site without a
    job may always start one.

    Args:
        of_site: The running jobs of the site.
        running: All running jobs, of the site too.
        places: The jobs that the worker may run at once.
    """
    return of_site < max(1, _OF_FREE_PLACES * (places - running))
