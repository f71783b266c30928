import BusProtocol
import ProviderKit

extension Descriptor.MethodDeclaration {
  /// A token that a call needs is fetched by it, and again if it is rejected.
  private static let tokenRequests = 2

  /// The declaration with the requests for the tokens of the upstreams in its cost.
  ///
  /// `tokens` are the names of all upstreams, with the URLs of their tokens.
  func addingTokens(_ tokens: [(upstream: String, url: String?)]) -> Descriptor.MethodDeclaration {
    let used = tokens.filter { cost[$0.upstream, default: 0] > 0 }
    let hosts = Set(used.compactMap { $0.url.flatMap { WebAddress($0)?.host } })
    var declaration = self
    for host in hosts {
      declaration.cost[host, default: 0] += Descriptor.MethodDeclaration.tokenRequests
    }
    return declaration
  }
}
