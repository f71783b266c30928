import BusProtocol
import MusicModel

/// The pages of lists that clients have received. Pages of one list are disjoint, and together
/// complete.
struct ObservedPages: Sendable {
  private struct List: Sendable {
    var seen: [EntityID]
    /// The offset of the next page.
    var next: Int?
    let at: Int
  }

  private var lists: [String: List] = [:]

  /// Observes a page; pages that follow each other while the hub caches the list are compared.
  ///
  /// - Returns: the problem with it, or `nil`.
  mutating func observe(_ page: [EntityID], _ done: Done, of call: ObservedCall, at now: Int)
    -> String?
  {
    guard done.total != nil, let key = ObservedPages.key(of: call) else { return nil }
    let offset = call.parameters.offset ?? 0
    guard offset > 0 else {
      lists[key] = List(seen: page, next: done.next, at: now)
      return nil
    }
    guard var list = lists[key], list.next == offset, now - list.at < 200_000 else {
      // The list was not read from its start, so later pages cannot be checked.
      lists[key] = nil
      return nil
    }
    let again = Set(list.seen).intersection(page)
    list.seen += page
    list.next = done.next
    lists[key] = list
    if !again.isEmpty { return "\(again.sorted()) came before, at \(offset)" }
    if done.next == nil, let total = done.total, list.seen.count != total {
      return "\(list.seen.count) of \(total) came"
    }
    return nil
  }

  private static func key(of call: ObservedCall) -> String? {
    var parameters = call.parameters
    (parameters.offset, parameters.limit, parameters.waitMs, parameters.stream) = (
      nil, nil, nil, nil
    )
    return (try? JSONCodec.encode(parameters)).map { bytes in
      "\(call.method) \(String(decoding: bytes, as: UTF8.self))"
    }
  }
}
