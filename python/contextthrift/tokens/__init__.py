"""Counting text: encodings, the caller's own estimators, and text that counts itself."""

from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding, encoding_names, get_encoding
from contextthrift.tokens.estimator import EstimateTokens, Estimator
from contextthrift.tokens.tokenizable import Tokenizable

__all__ = [
    "DEFAULT_ENCODING",
    "Encoding",
    "EstimateTokens",
    "Estimator",
    "Tokenizable",
    "encoding_names",
    "get_encoding",
]
