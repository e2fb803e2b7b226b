"""Memory: what an agent keeps of its conversations."""

from contextthrift.memory.memory_store import MemoryStore
from contextthrift.memory.sqlite_store import SQLiteStore
from contextthrift.memory.store import ContextStore, StoredMessage

__all__ = ["ContextStore", "MemoryStore", "SQLiteStore", "StoredMessage"]
