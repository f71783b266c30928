"""Reads the exported favourites, playlists and histories of music programs into rows.

``formats`` has the table of formats and chooses one by the content of a file, never by its name.
``tables``, ``documents`` and ``texts`` read the formats; ``rows`` and ``values`` are what they fill in.
"""
