internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import ProviderKit

/// The thread that keeps the index up to date for as long as the provider runs.
enum ScanThread {
  /// The time after which a missing folder is looked for, and after which all are read again if they cannot be
  /// watched, or the index could not be written, in milliseconds.
  private static let (missingMs, unwatchedMs, retryMs) = (10_000, 600_000, 60_000)
  /// A scan may take this share of the time at most.
  private static let minRestFactor = 4

  static func start(_ index: FileIndex, roots: [String]) {
    DispatchQueue(label: "scan").async { run(index, roots) }
  }

  private static func run(_ index: FileIndex, _ roots: [String]) {
    let watch = FolderWatch()
    let scanner = Scanner(index, roots: roots) { ProviderProgram.log($0) }
    scanner.visit = { watch.add($0) }
    while true {
      let start = ContinuousClock.now
      var timeoutMs = watch.isComplete ? nil : unwatchedMs
      do {
        try scanner.run()
      } catch {
        ProviderProgram.log("The index of your files cannot be written. \(error)")
        timeoutMs = retryMs
      }
      throttle(since: start)
      while !watch.wait(timeoutMs: index.state.missing.isEmpty ? timeoutMs : missingMs) {
        if index.state.missing.isEmpty || scanner.hasReturned { break }
      }
    }
  }

  /// Waits, so that constant changes do not keep the disk busy.
  private static func throttle(since start: ContinuousClock.Instant) {
    let elapsed = (ContinuousClock.now - start) * minRestFactor
    let ms = Int(elapsed / .milliseconds(1))
    if ms > 1000 { _ = poll(nil, 0, CInt(clamping: min(ms, unwatchedMs))) }
  }
}
