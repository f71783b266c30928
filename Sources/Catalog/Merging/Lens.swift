/// One member of a whole: how to read it and how to set it. It does what a key path does, and is
/// called directly, which counts where a hundred thousand records are merged.
struct Lens<Whole, Value> {
  let get: (Whole) -> Value
  let set: (inout Whole, Value) -> Void

  init(_ get: @escaping (Whole) -> Value, _ set: @escaping (inout Whole, Value) -> Void) {
    self.get = get
    self.set = set
  }
}
