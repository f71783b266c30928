extension JSONCursor {
  /// The kind of the entity that is next, which is not consumed; `nil` if it states none.
  package var kindOfNextEntity: EntityKind? {
    var cursor = self
    guard cursor.take("{") else { return nil }
    while !cursor.takeName("kind") {
      guard (try? cursor.nextMember()) ?? nil != nil else { return nil }
    }
    return EntityKind.read(&cursor)
  }
}
