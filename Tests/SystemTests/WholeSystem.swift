import Testing

/// Real processes, real sockets, real HTTP: one test at a time, because each is a whole MusicBus.
@Suite("The whole system", .serialized)
enum WholeSystem {}
