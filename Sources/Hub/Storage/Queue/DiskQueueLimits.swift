/// Limits of a ``DiskQueue``, which include the jobs that are being run.
package struct DiskQueueLimits: Hashable, Sendable {
  package var maxJobs = 1024
  package var maxBytes = 32 * 1024 * 1024
  /// Time for which jobs that can wait are collected before they are run.
  package var delayMs = 0

  /// Time after which a file that could not be written is tried again.
  static let retryMs = 10_000

  package init() {}
}
