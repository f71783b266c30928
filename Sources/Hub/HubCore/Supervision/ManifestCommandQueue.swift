package import BusProtocol
package import MusicModel

/// What clients want done to the files of providers, and that is being done.
struct ManifestCommandQueue: Sendable {
  struct Order: Sendable {
    let ticket: PendingReply
    let method: Method
    /// Those that it is about, where it names any.
    let providers: [ProviderID]?
  }

  /// More than these are not taken; one is done in a few milliseconds.
  static let ordersMax = 64

  var orders: [Int: Order] = [:]
}

/// Something to be done to the manifests; after it, they are looked for anew.
package enum ManifestChange: Hashable, Sendable {
  /// Put a manifest among the user's: the file, or the one in the folder of that path.
  case add(path: String)
  /// Take these away from the user's.
  case remove([ProviderID])
  /// Nothing: only look.
  case look
}

/// What became of a change: whom it was about, or why it was not made.
package enum ManifestChangeResult: Hashable, Sendable {
  case made([ProviderID])
  case refused(Failure)
}
