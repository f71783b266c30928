internal import BusProtocol

extension HTTPClient {
  /// Creates the client of a provider, limited to its hosts.
  init(_ provider: any Provider, _ descriptor: Descriptor, transport: any HTTPTransport) {
    let originalHosts = provider.upstreams.filter { $0.base.host == $0.name }.map(\.name)
    self.init(
      transport: transport,
      hostRules: HostRules(
        declared: provider.descriptor.hosts + originalHosts,
        upstreams: provider.upstreams
      ),
      userAgent: "MusicBus/\(ProtocolVersion.current) (+\(descriptor.id)/\(descriptor.version))"
    )
  }
}
