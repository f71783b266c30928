/// The separator between two columns of a table.
let columnGap = "  "

/// The space requirements of a table column.
struct ColumnSpace {
  var naturalWidth: Int
  var minimumWidth: Int
  var flexibility: Int
  var priority: Int
}

/// The widths at which all columns fit into `width`; `nil` for a hidden column.
///
/// Flexible columns shrink first: the widest one, or of equals the one with the lowest priority. When all
/// are at their minimum, the column with the lowest priority is hidden; of equals, the last one.
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

/// The widths at which `columns` fit into `width`, or `nil` if they cannot.
private func narrowed(_ columns: [ColumnSpace], to width: Int) -> [Int]? {
  // Capping the natural widths bounds the loop, however long the texts are.
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
