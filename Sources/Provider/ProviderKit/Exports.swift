// A provider needs the entities and the terms of the bus in each of its files.
@_exported public import BusProtocol
@_exported public import MusicModel
