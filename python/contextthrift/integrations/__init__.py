"""Integrations: fitting at the one place where a framework lets its model's request be changed.

One module or package per framework, imported by its own name and importing nothing of the others:
``contextthrift.integrations.openai_agents``. Each is an extra of the same name.
"""
