/// The error that ends a check early.
enum CheckInterruption: Error, Hashable {
  case failed(String)
  /// Failed by a time limit that was missed.
  case late(String)
  case skipped(String)
  /// Failed for several reasons.
  case several([String])
}
