import BusProtocol

/// The position of a page in its list, and the option for the next page.
struct PageHint: Hashable, Sendable {
  var offset: Int
  var count: Int
  /// The number of results; `nil` if it is unknown.
  var total: Int?
  /// Whether ``total`` is exact.
  var isExact: Bool
  /// Whether some source is missing, so that a larger limit does not help.
  var isPartial: Bool
  /// The offset of the next page.
  var next: Int?

  init(offset: Int, count: Int, _ done: Done) {
    isPartial = (done.sources ?? []).contains(where: \.outcome.isMissing)
    self.offset = offset
    self.count = count
    total = done.total
    isExact = done.totalIsExact ?? true
    next = done.next
  }

  /// "12 of 47; next: --offset 12", or `nil` if the page is complete.
  var text: String? {
    guard count > 0 else { return emptyPage }
    guard let total else { return nil }
    let shown = offset == 0 ? "\(count)" : "\(offset + 1) to \(offset + count)"
    let whole = "\(shown) of \(total)\(isExact ? "" : " or more")"
    if let next { return "\(whole); next: --offset \(next)" }
    let isTruncated = !isExact && !isPartial && offset + count < PageHint.maxCount
    if isTruncated { return "\(whole); for more: --limit \(min(2 * count, PageHint.maxCount))" }
    return offset > 0 ? whole : nil
  }

  /// The sentence for a page without results, unless it is the first.
  ///
  /// The offset may be the one that the page before suggested: some results were the same once merged.
  private var emptyPage: String? {
    guard offset > 0 else { return nil }
    guard let total, total > 0, total < offset else {
      // Sources have more, and were too slow for a page so far down.
      let goesOn = !isExact && (total ?? 0) > offset
      return goesOn
        ? "No results from \(offset + 1) on yet; repeat the command to go on." : "No more results."
    }
    let count = total == 1 ? "is 1 result" : "are \(total) results"
    return "No more results: there \(count)\(isExact ? "" : " or more"), but --offset is \(offset)."
  }

  /// The maximum number of results that is requested from a source.
  private static let maxCount = 200
}
