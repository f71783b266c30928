/// A number that is kept in less memory than it is reckoned with: of a hundred thousand records each
/// has several, and they are looked up in any order. What does not fit is kept as the nearest that does.
@propertyWrapper
struct Packed<Kept: FixedWidthInteger & Sendable>: Sendable {
  private var kept: Kept

  init(wrappedValue: Int) { kept = Kept(clamping: wrappedValue) }

  var wrappedValue: Int {
    get { Int(kept) }
    set { kept = Kept(clamping: newValue) }
  }
}
