"""A check of JSON values against the keywords that the schemas of tools use.

`check` walks a value, `keywords` says which function reads which keyword, `place` knows where a problem is.
"""
