public import BusProtocol
internal import MusicModel

/// The descriptor of a provider: what its author writes, and what follows from its endpoints.
extension Descriptor {
  /// Creates a descriptor without methods, which are those of ``Provider/endpoints``.
  ///
  /// The id is a literal in the provider's source; an invalid one ends the program when it first
  /// starts. `thanks` is the line that the source wants shown, with its page and its terms.
  /// `hosts` are those besides the ones of the provider's upstreams, `lacks` the members that its
  /// records never have.
  public init(
    _ id: StaticString,
    name: String,
    version: String = "1.0.0",
    thanks: String,
    url: String? = nil,
    terms: String? = nil,
    namespaces: [String],
    hosts: [String] = [],
    lacks: [String: [String]]? = nil,
    urls: [URLPattern]? = nil
  ) {
    guard let id = ProviderID(rawValue: "\(id)") else {
      preconditionFailure(
        "Invalid provider id \"\(id)\"; expected lower-case letters, digits, - and ."
      )
    }
    let attribution = Attribution(text: thanks, url: url, terms: terms)
    self.init(id: id, name: name, version: version, attribution: attribution)
    (self.namespaces, self.hosts) = (namespaces, hosts)
    (self.lacks, self.urls) = (lacks, urls)
  }

  /// Declares the method of an endpoint, with its example calls.
  fileprivate mutating func declare(_ endpoint: Endpoint, of upstreams: [Upstream]) {
    samples += endpoint.samples.map { ExampleCall(method: endpoint.method, params: $0.parameters) }
    if let declared = endpoint.declared {
      methods[endpoint.method.rawValue] = declared
      return
    }
    let isFile = Methods[endpoint.method]?.isFile == true
    let hasRedirects = !endpoint.others.isEmpty
    var cost: [String: Int] = [:]
    // What an archive has may be two redirects away, at any of the hosts.
    for upstream in endpoint.others { cost[upstream.name] = isFile ? 8 : 4 }
    for upstream in upstreams where upstream.isUsedByAll { cost[upstream.name] = 2 }
    if isFile || endpoint.isRedirected { for host in hosts { cost[host] = hasRedirects ? 6 : 2 } }
    if let upstream = upstreams.first {
      // Files may be at the upstream itself if one of the hosts is that, or if it is redirected.
      let hasFiles =
        upstream.base.host != upstream.name
        || hosts.contains { HostRules.host(upstream.name, matches: $0) }
      let requests = isFile && hasFiles ? max(2, endpoint.requests) : endpoint.requests
      if requests > 0 { cost[upstream.name] = requests }
    }
    methods[endpoint.method.rawValue] = MethodDeclaration(
      cost: cost,
      freshMs: endpoint.freshHours * 60 * 60 * 1000,
      listed: endpoint.isListed ? true : nil
    )
  }
}

extension Provider {
  /// Returns the descriptor to send, with the methods of the endpoints, and the budgets and hosts
  /// of the upstreams.
  ///
  /// - Throws: `INTERNAL` if two endpoints serve the same method, and `PROTOCOL_VIOLATION` if the
  ///   descriptor is invalid. Both are bugs of the provider.
  func resolvedDescriptor() throws(Failure) -> Descriptor {
    var descriptor = descriptor
    for endpoint in endpoints {
      guard !descriptor.serves(endpoint.method) else {
        throw Failure(.internalError, "\(descriptor.id) has two endpoints for \(endpoint.method).")
      }
      descriptor.declare(endpoint, of: upstreams)
    }
    for upstream in upstreams {
      let name = upstream.name
      descriptor.budgets[name] = descriptor.budgets[name] ?? upstream.budget
      if !descriptor.hosts.contains(upstream.base.host) {
        descriptor.hosts.append(upstream.base.host)
      }
    }
    descriptor.configSchema = descriptor.configSchema ?? ProviderConfiguration.schema(of: upstreams)
    try descriptor.check()
    return descriptor
  }
}

extension [URLPattern] {
  /// Returns the patterns of URLs and URIs with a word for the type before the id, and of subpages.
  ///
  /// `starts` are the texts before the word, `words` the words that are not the type itself, and
  /// `example` is the value of an id.
  public static func pages(
    _ starts: [String],
    of namespace: String,
    _ types: [String],
    words: [String: String] = [:],
    example: String
  ) -> [URLPattern] {
    starts.flatMap { start in
      types.flatMap { type in
        let isURL = start.contains("://")
        let page = start + (words[type] ?? type) + (isURL ? "/" : ":")
        return (isURL ? ["", "/*"] : [""]).map { end in
          URLPattern(
            page + URLPattern.placeholder + end,
            id: "\(namespace):\(type):\(URLPattern.placeholder)",
            example: (page + example + end).replacing("*", with: "en")
          )
        }
      }
    }
  }
}
