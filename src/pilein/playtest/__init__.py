"""Playtests of a rules text: effects of its rulings and sentences, in one fight or in many."""
