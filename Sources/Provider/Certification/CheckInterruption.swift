/// The error that ends a check early.
enum CheckInterruption: Error, Hashable {
  case failed(String)
  case skipped(String)
}
