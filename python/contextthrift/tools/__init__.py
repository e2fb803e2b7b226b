"""What a model is told of its tools, and whether what it passes to them is right."""
