internal import BusProtocol

extension HTTPClient {
  /// The client for a provider's own hosts, under its own name.
  init(_ provider: any Provider, _ promise: Descriptor, transport: any HTTPTransport) {
    let real = provider.upstreams.filter { $0.base.host == $0.name }.map(\.name)
    self.init(
      transport: transport,
      rules: HostRules(declared: provider.descriptor.hosts + real, upstreams: provider.upstreams),
      userAgent: "MusicBus/\(ProtocolVersion.current) (+\(promise.id)/\(promise.version))"
    )
  }
}
