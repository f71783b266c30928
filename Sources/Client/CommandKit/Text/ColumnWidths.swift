/// What stands between two columns of a table.
let columnGap = "  "

/// What a column of a table needs, and what it can do without.
struct ColumnSpace {
  var naturalWidth: Int
  var minimumWidth: Int
  var flexibility: Int
  var priority: Int
}

/// The width of each column so that all fit into `width`; `nil` for a column that has no space.
///
/// Flexible columns give way first, the widest of them before the others, of equals the one of lower
/// priority. When all are at their minimum, the column of the lowest priority goes, the last of
/// equals.
func columnWidths(of columns: [ColumnSpace], fitting width: Int?) -> [Int?] {
  guard let width else { return columns.map(\.naturalWidth) }
  var shown = Array(columns.indices)
  while shown.count > 1 {
    if let widths = narrowed(shown.map { columns[$0] }, to: width) {
      var result = [Int?](repeating: nil, count: columns.count)
      for (index, width) in zip(shown, widths) { result[index] = width }
      return result
    }
    let leastPriority = shown.map { columns[$0].priority }.min()
    guard let least = shown.lastIndex(where: { columns[$0].priority == leastPriority }) else {
      break
    }
    shown.remove(at: least)
  }
  return columns.indices.map {
    shown.contains($0) ? min(columns[$0].naturalWidth, max(0, width)) : nil
  }
}

/// The widths of `columns` when together they may take `width`; `nil` when they cannot.
private func narrowed(_ columns: [ColumnSpace], to width: Int) -> [Int]? {
  // No flexible column needs more than there is, which bounds the loop whatever the texts are.
  var widths = columns.map { $0.flexibility > 0 ? min($0.naturalWidth, width) : $0.naturalWidth }
  var excess = widths.reduce(columnGap.count * (columns.count - 1), +) - width
  while excess > 0 {
    let narrowable = columns.indices.filter {
      columns[$0].flexibility > 0 && widths[$0] > columns[$0].minimumWidth
    }
    guard
      let widest = narrowable.max(by: {
        (widths[$0] * columns[$0].flexibility, columns[$1].priority)
          < (widths[$1] * columns[$1].flexibility, columns[$0].priority)
      })
    else { return nil }
    widths[widest] -= 1
    excess -= 1
  }
  return widths
}
