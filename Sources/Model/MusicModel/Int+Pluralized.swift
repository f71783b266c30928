extension Int {
  /// The number with a noun, for example "1 line" or "2 lines"; the plural must end in "s".
  package func pluralized(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
