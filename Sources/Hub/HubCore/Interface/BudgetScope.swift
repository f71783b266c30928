package import MusicModel

/// For whom requests to an upstream are counted and limited.
package struct BudgetScope: Hashable, Sendable {
  package var upstream: String
  /// The only one to be limited, because it is not trusted with the upstream; `nil` for all.
  package var provider: ProviderID?

  package init(_ upstream: String, only provider: ProviderID? = nil) {
    (self.upstream, self.provider) = (upstream, provider)
  }
}

extension BudgetScope: Comparable {
  package static func < (left: BudgetScope, right: BudgetScope) -> Bool {
    (left.upstream, left.provider?.rawValue ?? "")
      < (right.upstream, right.provider?.rawValue ?? "")
  }
}
