"""PyTorch eager in the fastest of all variants: memory layout, encoding, how the K targets run, optimizer."""

from peer_pytorch import all_ways as variants
from peer_pytorch import build, start

TITLE = "PyTorch tuned"
__all__ = ["TITLE", "build", "start", "variants"]
