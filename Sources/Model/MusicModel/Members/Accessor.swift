/// Reads and sets one member of a value.
///
/// It does what a key path does, but is called directly: that matters when 100,000 records are merged.
public struct Accessor<Whole, Value> {
  /// Reads the member of a value in a span: passed to a function, the value would be copied.
  public let read: (Span<Whole>, Int) -> Value
  public let set: (inout Whole, Value) -> Void

  @inlinable
  public init(
    _ read: @escaping (Span<Whole>, Int) -> Value,
    _ set: @escaping (inout Whole, Value) -> Void
  ) {
    self.read = read
    self.set = set
  }

  /// The member of one of several values.
  @inlinable
  public func value(in wholes: [Whole], _ index: Int) -> Value { read(wholes.span, index) }

  /// The member of the only value.
  @inlinable
  public func value(in whole: InlineArray<1, Whole>) -> Value { read(whole.span, 0) }

  /// The member of a value.
  @inlinable
  public func get(_ whole: Whole) -> Value { value(in: [whole]) }
}
