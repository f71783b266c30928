public import BusProtocol

/// ProviderKit: everything that the author of a provider needs. A provider is a music source on the bus.
///
/// A provider describes itself and converts the records of its upstream into artists, albums and
/// songs. ProviderKit does the rest: it runs the session with the hub, enforces deadlines, handles
/// cancellation, sends HTTP requests within the granted budget, reads the configuration, and lets
/// you call the provider from the command line.
///
/// Import `ProviderKit`, `MusicModel` (the entities that you return) and `BusProtocol` (descriptor
/// and failures). Conform to ``Provider`` and to one more protocol for each method, such as
/// ``ArtistSearching``. Mark the type with `@main` to make it a program.
///
/// ```swift
/// @main
/// struct Example: Provider, ArtistSearching {
///   let api: Upstream
///
///   init(_ configuration: ProviderConfiguration) throws(Failure) {
///     api = try configuration.upstream("https://api.example.org", environment: "EXAMPLE_URL")
///   }
///
///   var upstreams: [Upstream] { [api] }
///   var descriptor: Descriptor { … }
///
///   func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
///     let response = try await call.fetchJSON(api.request(["artists"], [("q", call.text)]))
///     return call.convert(try response.list("artists")) { record throws(UnusableRecord) in
///       try Artist(record)
///     }
///   }
/// }
/// ```
public protocol Provider: Sendable {
  /// Creates the provider from its configuration and environment.
  ///
  /// - Throws: `CONFIGURATION_INVALID` with a message that names the key and the allowed values.
  ///   The program then exits with status 78.
  init(_ configuration: ProviderConfiguration) throws(Failure)

  /// The id, the methods with cost and freshness lifetime, and example calls.
  ///
  /// ProviderKit adds budgets and hosts of the ``upstreams``. List further hosts, such as those of
  /// images, in `hosts`.
  var descriptor: Descriptor { get }

  /// The HTTP services that the provider uses.
  var upstreams: [Upstream] { get }

  /// The settings without which no call can succeed, with the command to make them.
  ///
  /// Such a provider is not started; its state names them.
  var missingConfiguration: String? { get }

  /// Methods that are served without a separate protocol.
  ///
  /// ProviderKit declares them with cost and example call; the first of the ``upstreams`` is
  /// charged.
  var endpoints: [Endpoint] { get }

  /// Whether the source returns the remaining record for the id of one that it has merged into it.
  ///
  /// ProviderKit then adds the requested id to the ids of the record.
  var redirectsMergedIDs: Bool { get }
}

extension Provider {
  public var endpoints: [Endpoint] { [] }
  public var missingConfiguration: String? { nil }
  public var redirectsMergedIDs: Bool { false }
}
