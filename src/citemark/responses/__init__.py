"""What the adapters of providers read responses with."""
