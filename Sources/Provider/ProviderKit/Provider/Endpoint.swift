public import BusProtocol
public import MusicModel

/// A method of a provider: its declaration, example calls, and the code that serves it.
///
/// A provider lists them in ``Provider/endpoints``. `requests` is the maximum number of requests to
/// the provider's first upstream, one more than needed, so that a failed one can be retried. `also`
/// are other upstreams that a call may use, `freshHours` is the freshness lifetime of a reply, and
/// each sample is a call that finds something at the real source. `isListed` states that the records in
/// lists and searches of the provider have all that this method returns.
///
/// Parameters have been checked before the code is called. If nothing was found, it returns an
/// empty list or `nil` instead of throwing; it uses ``Call/convert(_:_:)`` to skip unusable records.
public struct Endpoint: Sendable {
  typealias Handler = @Sendable (Call) async throws(Failure) -> Reply

  let method: Method
  let requests: Int
  let others: [Upstream]
  let freshHours: Int
  let samples: [Sample]
  let isListed: Bool
  /// Whether what is read from `others` may be at the provider's hosts, to which they redirect.
  let isRedirected: Bool
  /// The declaration, if it does not follow from the above.
  let declared: Descriptor.MethodDeclaration?
  let handler: Handler

  /// Creates an endpoint that returns a page of a list.
  ///
  /// For a method with a single result, the first item that the call does not exclude counts.
  public static func list<Item: ConvertibleToEntity>(
    _ method: Method,
    requests: Int = 2,
    also others: [Upstream] = [],
    freshHours: Int? = nil,
    isListed: Bool = false,
    _ samples: Sample...,
    handler: @escaping @Sendable (Call) async throws -> [Item]
  ) -> Endpoint {
    Endpoint(method, requests, others, freshHours, isListed: isListed, samples: samples) {
      Reply(try await handler($0).map(\.entity))
    }
  }

  /// Creates an endpoint that returns one entity, or `nil`. With `isRedirected`, the other upstreams may redirect to the provider's hosts.
  public static func one<Item: ConvertibleToEntity>(
    _ method: Method,
    requests: Int = 2,
    also others: [Upstream] = [],
    isRedirected: Bool = false,
    _ samples: Sample...,
    handler: @escaping @Sendable (Call) async throws -> Item?
  ) -> Endpoint {
    Endpoint(method, requests, others, isRedirected: isRedirected, samples: samples) {
      Reply(try await handler($0).map { [$0.entity] } ?? [])
    }
  }

  /// Creates an endpoint that fetches the picture at a URL, or by hand that of an entity.
  ///
  /// A call of the hub has a URL, so that it takes no requests to the provider's first upstream.
  /// `sized` returns the URL of the copy for an edge length, or of the original for `nil`, if the
  /// source names its copies by a rule.
  public static func artwork(
    also others: [Upstream] = [],
    sized: (@Sendable (_ url: String, _ size: Int?) -> String)? = nil,
    _ samples: Sample...,
    artwork: @escaping @Sendable (Call) async throws -> [Artwork]?
  ) -> Endpoint {
    Endpoint(.artworkGet, 0, others, samples: samples) { call in
      Reply(media: try await call.fetchArtwork(sized: sized) { try await artwork(call) })
    }
  }

  /// Creates an endpoint that fetches the picture at a URL, or that of an id from an archive.
  ///
  /// `path` returns the path at the archive, which may redirect to the provider's hosts.
  public static func artwork(
    from archive: Upstream,
    _ samples: Sample...,
    path: @escaping @Sendable (EntityID) -> [String]
  ) -> Endpoint {
    Endpoint(.artworkGet, 0, [archive], samples: samples) { call in
      let id = call.parameters.id.flatMap { id in
        call.id(id.namespace, id.type).flatMap {
          EntityID(namespace: id.namespace, type: id.type, value: $0)
        }
      }
      let url = id.map { archive.request(path($0)).address.description }
      let media = try await call.fetchArtwork { url.map { [Artwork(url: $0, role: .cover)] } }
      return Reply(media: media)
    }
  }

  /// Creates an endpoint that fetches the preview at a URL, or the current one of a song.
  public static func preview(
    requests: Int = 2,
    _ samples: Sample...,
    url: @escaping @Sendable (Call) async throws -> String?
  ) -> Endpoint {
    Endpoint(.previewGet, requests, [], samples: samples) { call in
      Reply(media: try await call.fetchPreview { [try await url(call)].compactMap(\.self) })
    }
  }

  /// Creates an endpoint that fetches parts of songs from the URLs in their `stream`.
  public static func stream(requests: Int = 2) -> Endpoint {
    Endpoint(.streamGet, requests, [], samples: []) { Reply(media: try await $0.fetchStream()) }
  }

  /// Creates an endpoint that returns the lyrics of a song; `nil` if the source has none.
  ///
  /// The song is found by an id of the source, or by the title, artist, album and length in the parameters.
  public static func lyrics(
    requests: Int = 2,
    _ samples: Sample...,
    lyrics: @escaping @Sendable (Call) async throws -> Lyrics?
  ) -> Endpoint {
    Endpoint(.songLyrics, requests, [], samples: samples) {
      Reply(media: try await lyrics($0).map { Media($0) })
    }
  }

  /// Creates an endpoint with a known declaration.
  package init(
    _ method: Method,
    declared: Descriptor.MethodDeclaration,
    samples: [CallParameters],
    handler: @escaping @Sendable (Call) async throws(Failure) -> Reply
  ) {
    self.method = method
    (requests, others, freshHours, isListed, isRedirected) = (0, [], 0, false, false)
    self.declared = declared
    self.samples = samples.map(Sample.init)
    self.handler = handler
  }

  private init(
    _ method: Method,
    _ requests: Int,
    _ others: [Upstream],
    _ freshHours: Int? = nil,
    isListed: Bool = false,
    isRedirected: Bool = false,
    samples: [Sample],
    _ handler: @escaping @Sendable (Call) async throws -> Reply
  ) {
    self.method = method
    self.requests = requests
    self.others = others
    self.freshHours = freshHours ?? Endpoint.freshHours(of: method)
    self.isListed = isListed
    self.isRedirected = isRedirected
    self.samples = samples
    declared = nil
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

  /// The usual freshness lifetime: an hour for charts and what the user has, a day for growing lists, a week for the rest.
  package static func freshHours(of method: Method) -> Int {
    switch (Methods[method]?.subject, Methods[method]?.result) {
    case (.chart, _), (.noSubject, _): 1
    case (_, .single), (_, .lyrics), (.id(.album), _): 7 * 24
    case (_, .artwork): 30 * 24
    default: 24
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

  /// Returns a sample of a chart.
  public static func chart(_ chart: CallParameters.Chart, limit: Int? = nil) -> Sample {
    var parameters = CallParameters()
    (parameters.chart, parameters.limit) = (chart, limit)
    return Sample(parameters)
  }
}
