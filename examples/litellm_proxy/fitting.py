"""The handler that config.yaml names. Without options of your own name the one that is there already:
``contextthrift.integrations.litellm.proxy_handler``."""

import logging

from contextthrift.integrations.litellm import FitHandler, FitOptions

log = logging.getLogger("fitting")


def tell(trace):
    """Writes one line for each request that lost something."""
    if trace.stages:
        log.warning(trace.summary())


handler = FitHandler(FitOptions(output_reserve=2_000, on_trace=tell))
