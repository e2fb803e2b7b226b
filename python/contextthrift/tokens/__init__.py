"""Counting text: encodings, the caller's own estimators, self-counting text, the limits of models."""

from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding
from contextthrift.tokens.estimator import BatchEstimator, EstimateTokens, Estimator, OnError
from contextthrift.tokens.limit import Reserve, default_reserve, prompt_limit, reply_limit, safety_margin
from contextthrift.tokens.model import Model, encoding_for_model, find_model, model_names, register_model
from contextthrift.tokens.registry import encoding_names, get_encoding, register_token_estimator
from contextthrift.tokens.tokenizable import Tokenizable

__all__ = [
    "DEFAULT_ENCODING",
    "BatchEstimator",
    "Encoding",
    "EstimateTokens",
    "Estimator",
    "Model",
    "OnError",
    "Reserve",
    "Tokenizable",
    "default_reserve",
    "encoding_for_model",
    "encoding_names",
    "find_model",
    "get_encoding",
    "model_names",
    "prompt_limit",
    "register_model",
    "register_token_estimator",
    "reply_limit",
    "safety_margin",
]
