/// The provider call that checks an artist for new albums.
package enum ReleaseCheck {
  /// The time limit of a check, in milliseconds.
  package static let timeoutMs = 30_000
}
