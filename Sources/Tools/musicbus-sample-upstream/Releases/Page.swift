/// A part of a list, as query parameters select it.
struct Page<Element> {
  let elements: [Element]
  let total: Int
  let offset: Int
  let limit: Int

  init(_ all: [Element], offset: String?, limit: String?, default usual: Int, max: Int) {
    total = all.count
    self.offset = Swift.max(0, Int(offset ?? "") ?? 0)
    self.limit = Swift.min(max, Swift.max(1, Int(limit ?? "") ?? usual))
    elements = Array(all.dropFirst(self.offset).prefix(self.limit))
  }

  /// The offset of the next page; nil after the last.
  var next: Int? { offset + elements.count < total ? offset + limit : nil }
}
