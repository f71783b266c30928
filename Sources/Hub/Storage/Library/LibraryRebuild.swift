/// The replies from which the library is rebuilt, a few in each run.
struct LibraryRebuild {
  /// The number of replies that a run adds.
  private static let step = 10

  private let replies: ReplyReader?
  private var keys: ArraySlice<ReplyKey> = []
  /// The operations that wait for the end.
  private var operations: Set<Int> = []

  /// Begins with the replies in a provider cache, if there is one.
  init(from path: String) throws(DatabaseError) {
    replies = try ReplyReader(at: path)
    keys = try replies?.keys()[...] ?? []
  }

  /// Whether it has ended for all operations.
  var isOver: Bool { keys.isEmpty && operations.isEmpty }

  /// Adds the next replies.
  ///
  /// - Returns: Whether the rebuild has ended for the operation.
  mutating func run(for operation: Int, into store: LibraryStore) throws -> Bool {
    operations.insert(operation)
    for key in keys.prefix(LibraryRebuild.step) {
      guard let stored = try replies?.find(key),
        let entry = CachedReplyCodec.libraryEntry(
          key.provider,
          key.method,
          key.parameters,
          stored
        )
      else { continue }
      try store.add(entry)
    }
    keys = keys.dropFirst(LibraryRebuild.step)
    guard keys.isEmpty else { return false }
    operations.remove(operation)
    return true
  }

  /// Ends it; the library is to remain as it is.
  mutating func stop() { keys = [] }
}
