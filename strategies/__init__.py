"""The built-in strategies: generic ones here, one folder a game below."""
