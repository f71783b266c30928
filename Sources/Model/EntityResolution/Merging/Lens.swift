/// One member of a whole: how to read it and how to set it. It does what a key path does, and is
/// called directly, which counts where a hundred thousand records are merged.
struct Lens<Whole, Value> {
  /// Reads the member of a whole where it stands among others: handed to a function, the whole would be
  /// copied, and has two dozen members.
  let read: (Span<Whole>, Int) -> Value
  let set: (inout Whole, Value) -> Void

  init(
    _ read: @escaping (Span<Whole>, Int) -> Value,
    _ set: @escaping (inout Whole, Value) -> Void
  ) {
    self.read = read
    self.set = set
  }

  /// The member of one of several wholes.
  func value(in wholes: [Whole], _ index: Int) -> Value { read(wholes.span, index) }

  /// The member of a whole that stands alone.
  func get(_ whole: Whole) -> Value { read(CollectionOfOne(whole).span, 0) }
}
