import BusProtocol
import MusicModel

/// The complete result of a call, from which its page is cut.
struct ListResult: Sendable {
  let list: [Entity]
  var sources: [SourceReport]
  /// Whether the list is all that the sources have.
  let exact: Bool
  /// Whether a source has more and can be queried for it.
  let mayGrow: Bool
  /// The number of all results that a source reports; 0 if none does.
  let reportedTotal: Int

  init(
    _ list: [Entity],
    _ sources: [SourceReport],
    exact: Bool,
    mayGrow: Bool = false,
    reportedTotal: Int = 0
  ) {
    self.list = list
    self.sources = sources
    self.exact = exact
    self.mayGrow = mayGrow
    self.reportedTotal = reportedTotal
  }
}
