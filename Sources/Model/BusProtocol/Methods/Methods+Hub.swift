extension Method {
  public static let listProviders = Method(rawValue: "providers.list")
  public static let addProvider = Method(rawValue: "providers.add")
  public static let removeProviders = Method(rawValue: "providers.remove")
  public static let reloadProviders = Method(rawValue: "providers.reload")
  public static let resetProviders = Method(rawValue: "providers.reset")
  public static let hubStatus = Method(rawValue: "hub.status")
  public static let hubMetrics = Method(rawValue: "hub.metrics")
  public static let findPastedID = Method(rawValue: "ids.find")
  public static let watchHub = Method(rawValue: "hub.watch")
  public static let stopHub = Method(rawValue: "hub.stop")
}

extension Methods {
  /// The methods about providers and the hub itself.
  static let ofHub: [MethodSpec] = [
    MethodSpec(
      .listProviders,
      "returns the status of each provider",
      .hub,
      gives: ["providers", "notes"],
      isReadOnly: true
    ),
    MethodSpec(
      .addProvider,
      "installs a provider by its manifest",
      .providers,
      gives: ["providers"],
      client: .init([.path], optional: [.approvedHosts, .instance])
    ),
    MethodSpec(
      .removeProviders,
      "uninstalls providers, after their calls in flight",
      .providers,
      gives: ["providers"],
      client: .init([.providers])
    ),
    MethodSpec(
      .reloadProviders,
      "restarts the named providers, or all whose manifest or executable changed",
      .providers,
      gives: ["providers"],
      client: .init(optional: [.providers])
    ),
    MethodSpec(
      .resetProviders,
      "restarts providers that are stopped or quarantined",
      .providers,
      gives: ["providers"],
      client: .init([.providers])
    ),
    MethodSpec(
      .hubStatus,
      "returns the status of the hub",
      .hub,
      gives: ["hub", "providers"],
      isReadOnly: true
    ),
    MethodSpec(
      .hubMetrics,
      "returns the metrics of the hub",
      .hub,
      gives: ["metrics"],
      isReadOnly: true
    ),
    MethodSpec(
      .findPastedID,
      "returns the id that a URL or URI of a source, a bar code or an ISRC means",
      .hub,
      gives: ["id"],
      isReadOnly: true,
      client: .init([.text])
    ),
    MethodSpec(
      .watchHub,
      "returns the status of hub and providers, then each change",
      .hub,
      gives: ["hub", "providers", "removed", "favorites", "releases"]
    ),
    MethodSpec(
      .stopHub,
      "stops the hub, after its reply",
      .hub,
      gives: []
    ),
  ]
}
