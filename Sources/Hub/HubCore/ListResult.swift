import BusProtocol
import MusicModel

/// A whole answer from which the page is cut.
struct ListResult: Sendable {
  let list: [Entity]
  let sources: [SourceReport]
  /// Whether the list is all that the sources have.
  let exact: Bool
  /// Whether a source has more and can be asked for it.
  let mayGrow: Bool

  init(_ list: [Entity], _ sources: [SourceReport], exact: Bool, mayGrow: Bool = false) {
    self.list = list
    self.sources = sources
    self.exact = exact
    self.mayGrow = mayGrow
  }

  func page(of call: ClientCall) -> [Entity] {
    Array(list.dropFirst(call.offset).prefix(call.pageLength))
  }

  /// The offset of the next page, where there is one.
  func next(after call: ClientCall) -> Int? {
    let end = min(list.count, call.offset + call.pageLength)
    return end < list.count || (mayGrow && end > call.offset) ? end : nil
  }
}
