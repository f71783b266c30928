public import BusProtocol
public import MusicModel

/// A page of an upstream's list.
public struct ListPage: Hashable, Sendable {
  public var elements: [JSONValue]
  /// The length of the whole list, if the upstream reports it.
  public var total: Int?

  public init(_ elements: [JSONValue], total: Int? = nil) {
    self.elements = elements
    self.total = total
  }
}

extension Call {
  /// Returns a value without which the reply is still useful; a failure becomes a note.
  public func optionally<Value>(
    _ fetch: () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await fetch()
    } catch let error as Failure {
      if error.code == .cancelled { throw error }
      if error.code != .notFound { addNote(error.message) }
      return nil
    }
  }

  /// Fetches a list page by page, until it ends or ``limit`` elements are there.
  ///
  /// A failure after the first page ends the list with a note.
  ///
  /// `maxElements` is the most that the upstream returns per page.
  public func fetchPages(
    of maxElements: Int,
    _ fetch: (_ offset: Int, _ limit: Int) async throws(Failure) -> ListPage
  ) async throws(Failure) -> [JSONValue] {
    var elements: [JSONValue] = []
    while elements.count < limit {
      let count = min(maxElements, limit - elements.count)
      let page: ListPage
      do throws(Failure) {
        page = try await fetch(elements.count, count)
      } catch {
        guard !elements.isEmpty, error.code != .cancelled else { throw error }
        addNote("The list ends after \(elements.count) entries: \(error.message)")
        break
      }
      elements += page.elements
      let isLast = page.total.map { elements.count >= $0 } ?? (page.elements.count < count)
      if isLast || page.elements.isEmpty { break }
    }
    return elements
  }
}
