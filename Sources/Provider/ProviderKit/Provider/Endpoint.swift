public import BusProtocol
public import MusicModel

/// A method of a provider: its declaration, an example call, and the code that serves it.
///
/// A short way to write a provider: list these in ``Provider/endpoints`` instead of conforming to
/// a protocol for each method.
public struct Endpoint: Sendable {
  let method: Method
  /// The maximum number of requests to the provider's first upstream, with one retry.
  let requests: Int
  /// Other upstreams that it uses.
  let others: [Upstream]
  let sample: CallParameters
  let handler: Capability.Handler

  /// Creates an endpoint that returns a page of a list.
  public static func list<Item: ConvertibleToEntity>(
    _ method: Method,
    requests: Int = 2,
    also others: [Upstream] = [],
    _ sample: Sample,
    _ handler: @escaping @Sendable (Call) async throws -> [Item]
  ) -> Endpoint {
    Endpoint(method, requests, others, sample) { Reply(try await handler($0).map(\.entity)) }
  }

  /// Creates an endpoint that returns one entity, or `nil`.
  public static func one<Item: ConvertibleToEntity>(
    _ method: Method,
    requests: Int = 2,
    also others: [Upstream] = [],
    _ sample: Sample,
    _ handler: @escaping @Sendable (Call) async throws -> Item?
  ) -> Endpoint {
    Endpoint(method, requests, others, sample) {
      Reply(try await handler($0).map { [$0.entity] } ?? [])
    }
  }

  /// Creates an endpoint that fetches the picture at a URL, or that of an entity.
  public static func artwork(
    requests: Int = 2,
    also others: [Upstream] = [],
    _ sample: Sample,
    _ artwork: @escaping @Sendable (Call) async throws -> [Artwork]?
  ) -> Endpoint {
    Endpoint(.getArtwork, requests, others, sample) { call in
      Reply(media: try await call.fetchArtwork { try await artwork(call) })
    }
  }

  /// Creates an endpoint that fetches the picture at a URL, or that of an id from an archive.
  ///
  /// `path` returns the path at the archive, which may redirect to the provider's hosts.
  public static func artwork(
    from archive: Upstream,
    _ sample: Sample,
    _ path: @escaping @Sendable (EntityID) -> [String]
  ) -> Endpoint {
    artwork(requests: 0, also: [archive], sample) { call in
      let id = call.parameters.id.flatMap { id in
        call.id(id.namespace, id.type).flatMap {
          EntityID(namespace: id.namespace, type: id.type, value: $0)
        }
      }
      return id.map { [Artwork(url: archive.request(path($0)).address.description, role: .cover)] }
    }
  }

  /// Creates an endpoint that fetches the preview at a URL, or the current one of a song.
  public static func preview(
    requests: Int = 2,
    also others: [Upstream] = [],
    _ sample: Sample,
    _ url: @escaping @Sendable (Call) async throws -> String?
  ) -> Endpoint {
    Endpoint(.getPreview, requests, others, sample) { call in
      Reply(media: try await call.fetchPreview { try await url(call) })
    }
  }

  private init(
    _ method: Method,
    _ requests: Int,
    _ others: [Upstream],
    _ sample: Sample,
    _ handler: @escaping @Sendable (Call) async throws -> Reply
  ) {
    self.method = method
    self.requests = requests
    self.others = others
    self.sample = sample.parameters
    self.handler = { call throws(Failure) in
      do {
        return try await handler(call)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.internalError, "The provider failed unexpectedly.")
      }
    }
  }
}

/// The parameters of an example call: a text, an id, or others.
public struct Sample: Hashable, Sendable, ExpressibleByStringLiteral {
  let parameters: CallParameters

  public init(_ parameters: CallParameters) { self.parameters = parameters }

  /// Creates a sample of an id, or else of a text to search for.
  public init(stringLiteral text: String) {
    var parameters = CallParameters()
    parameters.id = EntityID(text)
    parameters.text = parameters.id == nil ? text : nil
    self.parameters = parameters
  }

  /// No parameters.
  public static let noParameters = Sample(CallParameters())

  public static let albumChart: Sample = {
    var parameters = CallParameters()
    parameters.chart = .albums
    return Sample(parameters)
  }()
}

extension Descriptor {
  /// Declares the methods of endpoints, with their example calls.
  mutating func declare(_ endpoints: [Endpoint], of upstreams: [Upstream]) {
    for endpoint in endpoints {
      let isFile = Methods[endpoint.method]?.isFile == true
      let hasRedirects = !endpoint.others.isEmpty
      var cost: [String: Int] = [:]
      // What an archive has may be two redirects away, at any of the hosts.
      for upstream in endpoint.others { cost[upstream.name] = isFile ? 8 : 4 }
      for upstream in upstreams where upstream.isUsedByAll { cost[upstream.name] = 2 }
      if isFile || hasRedirects { for host in hosts { cost[host] = hasRedirects ? 6 : 2 } }
      if let upstream = upstreams.first, endpoint.requests > 0 {
        cost[upstream.name] = endpoint.requests
      }
      // A file is at one of the hosts, and other upstreams are used only for some results.
      let needed = upstreams.filter(\.isUsedByAll).map(\.name)
      let own = isFile || endpoint.requests == 0 ? [] : upstreams.prefix(1).map(\.name)
      let fallback = cost.keys.filter { !needed.contains($0) && !own.contains($0) }
      declare(
        endpoint.method,
        cost: cost,
        fallback: fallback,
        freshHours: endpoint.freshHours
      )
      samples.append(ExampleCall(method: endpoint.method, params: endpoint.sample))
    }
  }
}

extension Endpoint {
  /// The freshness lifetime: an hour for charts, a day for growing lists, a week for the rest.
  var freshHours: Int {
    switch (Methods[method]?.subject, Methods[method]?.result) {
    case (.chart, _): 1
    case (_, .single), (.id(.album), _): 7 * 24
    case (_, .artwork): 30 * 24
    default: 24
    }
  }
}
