"""Playtests of a rules text: what its rulings and sentences change, over one fight or many."""
