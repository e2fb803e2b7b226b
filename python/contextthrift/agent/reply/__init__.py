"""What a model answered, read and shortened."""
