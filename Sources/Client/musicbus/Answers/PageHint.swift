import BusProtocol

/// Where a page stands in its list, and how to get the next one.
struct PageHint: Hashable, Sendable {
  var offset: Int
  var count: Int
  var total: Int
  /// Whether the sources have no more than ``total``.
  var isExact: Bool
  /// Whether some source is missing, so that there may be more whatever one asks for.
  var isPartial: Bool
  /// The offset of the next page.
  var next: Int?

  init(offset: Int, count: Int, _ done: Done) {
    isPartial = (done.sources ?? []).contains(where: \.outcome.isMissing)
    self.offset = offset
    self.count = count
    total = done.total ?? offset + count
    isExact = done.totalIsExact ?? true
    next = done.next
  }

  /// "12 of 47; next: --offset 12", or nothing where the page is all there is.
  var text: String? {
    if count == 0 {
      return offset > 0 && total > 0
        ? "There are only \(total); --offset \(offset) is too far." : nil
    }
    let shown = offset == 0 ? "\(count)" : "\(offset + 1) to \(offset + count)"
    let whole = "\(shown) of \(total)\(isExact ? "" : " or more")"
    if let next { return "\(whole); next: --offset \(next)" }
    let isCut = !isExact && !isPartial && offset + count < PageHint.countMax
    if isCut { return "\(whole); look for more: --limit \(min(2 * count, PageHint.countMax))" }
    return offset > 0 ? whole : nil
  }

  /// Sources are asked for no more than this.
  private static let countMax = 200
}
