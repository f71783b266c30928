/// HubRuntime: performs the hub's actions in one thread. It owns the sockets, the processes of
/// providers, the clock and the log. It decides nothing about music or messages: that is HubCore's
/// task.

/// The options with which a hub was started.
package struct HubOptions: Hashable, Sendable {
  /// Whether a client started it: it stops when idle, and quietly if another hub was faster.
  package var isBackground = false
  /// It lives as long as its standard input is open.
  package var hasLease = false
  /// Directories that are searched for providers before all others.
  package var providerDirectories: [String] = []
  /// The document of the favourites, in place of the usual one.
  package var favorites: String?
  package var isVerbose = false
  /// The format of the log; `nil` for that of the configuration.
  package var logFormat: LogFormat?

  package init() {}
}
