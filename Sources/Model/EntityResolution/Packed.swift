/// A number stored in less memory than it is computed with. Each record has several, accessed in
/// random order. Values that do not fit are clamped.
@propertyWrapper
struct Packed<Storage: FixedWidthInteger & Sendable>: Sendable {
  private var stored: Storage

  init(wrappedValue: Int) { stored = Storage(clamping: wrappedValue) }

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Storage(clamping: newValue) }
  }
}
