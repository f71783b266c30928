/// A number stored in less memory than it is computed with: each record has several, accessed in random
/// order. Values that do not fit are clamped.
@propertyWrapper
struct Packed<Kept: FixedWidthInteger & Sendable>: Sendable {
  private var kept: Kept

  init(wrappedValue: Int) { kept = Kept(clamping: wrappedValue) }

  var wrappedValue: Int {
    get { Int(kept) }
    set { kept = Kept(clamping: newValue) }
  }
}
