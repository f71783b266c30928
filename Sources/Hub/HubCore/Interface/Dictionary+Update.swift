extension Dictionary {
  /// Changes the value of a key in place, if there is one.
  ///
  /// Unlike the accessor of the subscript, it allocates no memory.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    guard let index = index(forKey: key) else { return }
    change(&values[index])
  }
}
