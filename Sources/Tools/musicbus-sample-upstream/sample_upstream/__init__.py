"""The sample sources: upstream APIs with a small catalogue, for demonstrations and tests without the internet.

`sources.py` leads a request to the API that it is for; each API is a module with a function `response`. `server.py`
answers over HTTP, and misbehaves as `faults.py` says. `catalogue.txt` is all that the sources know; `catalogue.py`
reads it, and `store.py` and `library.py` are what Apple's store and the other services make of it.
"""
