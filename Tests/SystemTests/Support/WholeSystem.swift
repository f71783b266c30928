import Testing

/// Real processes, real sockets, real HTTP: one test at a time, because each runs a complete MusicBus.
@Suite("The whole system", .serialized)
enum WholeSystem {}
