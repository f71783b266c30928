"""Certifies a provider of MusicBus: simulates its hub, and follows the cases of Protocol/certification."""
