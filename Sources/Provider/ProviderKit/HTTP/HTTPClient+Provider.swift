internal import BusProtocol

extension HTTPClient {
  /// Creates the client of a provider, limited to its hosts.
  init(_ provider: any Provider, _ descriptor: Descriptor, transport: any HTTPTransport) {
    let originalHosts = provider.upstreams.filter { $0.base.host == $0.name }.map(\.name)
    let intervals = provider.upstreams.compactMap { upstream in
      upstream.interval.map { (upstream.name, $0) }
    }
    let contact = provider.upstreams.lazy.compactMap(\.contact).first.map { "; " + $0 } ?? ""
    self.init(
      transport: transport,
      hostRules: HostRules(
        declared: provider.descriptor.hosts + originalHosts,
        upstreams: provider.upstreams
      ),
      userAgent:
        "MusicBus/\(ProtocolVersion.current) (+\(descriptor.id)/\(descriptor.version)\(contact))",
      pacer: RequestPacer(Dictionary(intervals) { max($0, $1) })
    )
  }
}
