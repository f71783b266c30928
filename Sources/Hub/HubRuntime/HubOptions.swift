/// HubRuntime: makes the hub's decisions happen — one thread that owns the sockets, the processes of
/// providers, the clock, the log. It decides nothing about music or messages: that is HubCore's.

/// How a hub was started.
package struct HubOptions: Hashable, Sendable {
  /// Started by a client: it leaves when nobody needs it, and quietly when another one was faster.
  package var isBackground = false
  /// It lives as long as its standard input is open.
  package var hasLease = false
  /// Folders that are searched for providers before all others.
  package var providerFolders: [String] = []
  /// The document of the favourites, in place of the usual one.
  package var favorites: String?
  package var isVerbose = false
  /// How the log is written; nothing for what the configuration says.
  package var logFormat: LogFormat?

  package init() {}
}
