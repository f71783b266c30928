/// The upstreams whose budgets and cool-downs limit all providers as one provider states them
/// (MB-144). It never derives from what the provider says or from its manifest.
package enum ProviderTrust: Hashable, Sendable {
  /// It is bundled with the hub: all upstreams.
  case bundled
  /// The upstreams that the user approved when the provider was added.
  case approved([String])

  func covers(_ upstream: String) -> Bool {
    switch self {
    case .bundled: true
    case .approved(let hosts): hosts.contains(upstream)
    }
  }
}
