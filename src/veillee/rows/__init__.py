"""All that a room's kernel may import: what a kernel offers, counter-based chance, bits, and compilation."""
