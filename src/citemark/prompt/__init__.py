"""What a model is shown: sources that it can cite, and how to cite them."""
