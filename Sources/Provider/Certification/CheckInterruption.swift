/// The error that ends a check early.
enum CheckInterruption: Error, Hashable {
  case failed(String)
  /// Failed by a time limit that was missed.
  case late(String)
  case skipped(String)
  /// Failed for several reasons.
  case several([String])

  /// The check was not made, or not to its end, because others had failed.
  static let cutShort = CheckInterruption.skipped(
    "--fast ends a run early if a check has failed; run it without --fast."
  )
}
