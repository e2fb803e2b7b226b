"""Counting text: encodings, the caller's own estimators, self-counting text, the limits of models."""

from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding, encoding_names, get_encoding
from contextthrift.tokens.estimator import EstimateTokens, Estimator
from contextthrift.tokens.limit import Reserve, default_reserve, reply_limit, safety_margin
from contextthrift.tokens.model import Model, encoding_for_model, find_model, model_names, register_model
from contextthrift.tokens.tokenizable import Tokenizable

__all__ = [
    "DEFAULT_ENCODING",
    "Encoding",
    "EstimateTokens",
    "Estimator",
    "Model",
    "Reserve",
    "Tokenizable",
    "default_reserve",
    "encoding_for_model",
    "encoding_names",
    "find_model",
    "get_encoding",
    "model_names",
    "register_model",
    "reply_limit",
    "safety_margin",
]
