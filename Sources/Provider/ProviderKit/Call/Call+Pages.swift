public import BusProtocol
import MusicModel

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
  /// The limits of the freshness lifetime of a reply without an optional value, in milliseconds.
  private static let (minIncompleteMs, maxIncompleteMs) = (10_000, 300_000)

  /// Returns a value without which the reply is still useful; a failure becomes a note.
  ///
  /// The reply is requested again soon, after the `Retry-After` of the response if it has one. If the
  /// value does not exist, the reply is complete without it.
  public func optionally<Value>(
    _ fetch: () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await fetch()
    } catch let error as Failure {
      if error.code == .cancelled { throw error }
      if error.code != .notFound { skip(after: error) }
      return nil
    }
  }

  /// Notes that the reply lacks a value because a request for it failed.
  package func skip(after failure: Failure) {
    context.client.coolDowns.begin(failure)
    addNote(failure.message)
    let retryAfterMs = failure.retryAfterMs ?? Call.minIncompleteMs
    let freshMs = max(Call.minIncompleteMs, min(retryAfterMs, Call.maxIncompleteMs))
    context.shortenFreshness(toMs: freshMs)
  }

  /// The position in the upstream's list from which elements are requested.
  public var offset: Int { parameters.offset ?? 0 }

  /// Fetches the requested page of a list with one request, and states where the list continues.
  ///
  /// The hub then makes another call for the next page, as soon as a user wants it.
  ///
  /// `maxElements` is the most that the upstream returns per page, `maxPosition` the position at
  /// which it ends every list.
  public func fetchPage(
    of maxElements: Int,
    upTo maxPosition: Int = .max,
    _ fetch: (_ offset: Int, _ limit: Int) async throws(Failure) -> ListPage
  ) async throws(Failure) -> [JSONValue] {
    let count = min(maxElements, limit, maxPosition - offset)
    guard count > 0 else {
      state(total: nil, next: nil)
      return []
    }
    let page = try await fetch(offset, count)
    let end = offset + page.elements.count
    let isLast = page.total.map { end >= $0 } ?? (page.elements.count < count)
    let hasMore = !isLast && !page.elements.isEmpty && end < maxPosition
    state(total: page.total, next: hasMore ? end : nil)
    return page.elements
  }

  /// States the number of results that the upstream reports, and the ``offset`` of the next ones.
  public func state(total: Int?, next: Int?) {
    context.state(total: total, next: next.map { .offset($0) })
  }

  /// States the number of results that the upstream reports, and where its list continues.
  package func state(total: Int?, position: ListPosition?) {
    context.state(total: total, next: position)
  }
}
