"""Ground and closeness: what every move has to mind."""
