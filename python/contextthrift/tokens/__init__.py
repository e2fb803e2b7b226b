"""Counting text: encodings, the caller's own estimators, and text that counts itself."""

from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding
from contextthrift.tokens.estimator import BatchEstimator, EstimateTokens, Estimator, OnError
from contextthrift.tokens.registry import encoding_names, get_encoding, register_token_estimator
from contextthrift.tokens.tokenizable import Tokenizable

__all__ = [
    "DEFAULT_ENCODING",
    "BatchEstimator",
    "Encoding",
    "EstimateTokens",
    "Estimator",
    "OnError",
    "Tokenizable",
    "encoding_names",
    "get_encoding",
    "register_token_estimator",
]
