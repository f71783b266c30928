public import BusProtocol

/// ProviderKit: all that the author of a provider needs. A provider says what it is and turns what
/// its source tells into artists, albums and songs; the kit does the rest: session, deadlines,
/// cancellation, HTTP within the grant, configuration, start by the hub and trial by hand.
///
/// A provider imports `ProviderKit`, `MusicModel` (what it gives) and `BusProtocol` (descriptor,
/// failures). It conforms to ``Provider`` and to one more protocol for each method that it serves,
/// such as ``ArtistSearching``; by these the kit knows its methods. With `@main` it is a program.
///
/// ```swift
/// @main
/// struct Example: Provider, ArtistSearching {
///   let api: Upstream
///
///   init(_ configuration: Configuration) throws(Failure) {
///     api = try configuration.upstream("https://api.example.org", environment: "EXAMPLE_URL")
///   }
///
///   var upstreams: [Upstream] { [api] }
///   var descriptor: Descriptor { … }
///
///   func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
///     let answer = try await call.record(api.request(["artists"], [("q", try call.text)]))
///     return try call.keep(answer.list("artists")) { record throws(Unusable) in
///       try Artist(record)
///     }
///   }
/// }
/// ```

/// A source of music on the bus.
public protocol Provider: Sendable {
  /// Makes the provider from its section of the configuration and its environment.
  ///
  /// - Throws: `CONFIGURATION_INVALID`, naming the key and what is allowed; the program then ends
  ///   with exit status 78.
  init(_ configuration: ProviderConfiguration) throws(Failure)

  /// What it is. `methods` holds the terms of each method that it serves. The kit adds budgets and
  /// hosts of the ``upstreams``; `hosts` names further ones, such as those of pictures.
  var descriptor: Descriptor { get }

  /// The sources that it asks.
  var upstreams: [Upstream] { get }
}
