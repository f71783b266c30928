public import BusProtocol

/// ProviderKit: everything that the author of a provider needs. A provider is a music source on the bus.
///
/// A provider describes itself and converts the records of its upstream into artists, albums and
/// songs. ProviderKit does the rest: it runs the session with the hub, enforces deadlines, handles
/// cancellation, sends HTTP requests within the granted budget, reads the configuration, and lets
/// you call the provider from the command line.
///
/// Import `ProviderKit`, which includes the entities that you return, descriptors and failures.
/// Conform to ``Provider``, and mark the type with `@main` to make it a program.
///
/// ```swift
/// @main
/// struct Example: Provider {
///   let api: JSONAPI
///
///   init(_ configuration: ProviderConfiguration) throws(Failure) {
///     api = JSONAPI(try configuration.upstream("https://api.example.org", named: "EXAMPLE"))
///   }
///
///   var upstreams: [Upstream] { [api.upstream] }
///   var descriptor: Descriptor { … }
///
///   var endpoints: [Endpoint] {
///     [
///       .list(.artistsSearch, "Pink Floyd") {
///         try await api.list($0, ["artists"], [("q", $0.text)], as: Artist.init(example:))
///       }
///     ]
///   }
/// }
/// ```
public protocol Provider: Sendable {
  /// Creates the provider from its configuration and environment.
  ///
  /// - Throws: `CONFIGURATION_INVALID` with a message that names the key and the allowed values.
  ///   The program then exits with status 78.
  init(_ configuration: ProviderConfiguration) throws(Failure)

  /// The id, the attribution and the namespaces of ids.
  ///
  /// ProviderKit adds the methods of the ``endpoints``, and the budgets and hosts of the
  /// ``upstreams``. List further hosts, such as those of images, in `hosts`.
  var descriptor: Descriptor { get }

  /// The HTTP services that the provider uses.
  var upstreams: [Upstream] { get }

  /// The settings without which no call can succeed, with the command to make them.
  ///
  /// Such a provider is not started; its state names them.
  var missingConfiguration: String? { get }

  /// The methods that the provider serves, with their costs and example calls.
  var endpoints: [Endpoint] { get }

  /// Whether the source returns the remaining record for the id of one that it has merged into it.
  ///
  /// ProviderKit then adds the requested id to the ids of the record.
  var redirectsMergedIDs: Bool { get }
}

extension Provider {
  public var missingConfiguration: String? { nil }
  public var redirectsMergedIDs: Bool { false }
}
