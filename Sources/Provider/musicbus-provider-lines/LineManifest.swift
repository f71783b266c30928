import BusProtocol
import FoundationEssentials
import MusicModel
import ProviderKit

/// `provider.json` of a provider on JSON lines (`Protocol/lines.md`): what its program cannot change.
struct LineManifest: Decodable, Sendable {
  var id: ProviderID
  var name: String
  var version: String
  var executable: String
  var arguments: [String]?
  /// The version of the format.
  var lines: Int
  var methods: Methods
  var upstreams: [Upstream]?
  var hosts: [String]?
  var inflight: Int?
  var namespaces: [String]
  var attribution: Descriptor.Attribution
  var urls: [URLPattern]?
  var lacks: [String: [String]]?
  var configSchema: JSONValue?
  var samples: [Descriptor.ExampleCall]
  var environment: [String]?

  /// The version of the format that this program speaks.
  static let version = 1

  private struct Version: Decodable {
    var lines: Int
  }

  /// The methods by name, with their declarations if the manifest has them.
  struct Methods: Decodable, Sendable {
    var declarations: [String: Declaration]

    /// What a manifest states of a method; the rest has a default.
    struct Declaration: Decodable, Sendable {
      var cost: [String: Int]?
      var freshMs: Int?
      var listed: Bool?
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let names = try? container.decode([String].self) {
        declarations = Dictionary(names.map { ($0, Declaration()) }) { first, _ in first }
      } else {
        declarations = try container.decode([String: Declaration].self)
      }
    }
  }

  /// A service that the provider requests, and what each request to it has.
  struct Upstream: Decodable, Sendable {
    var url: String
    var requests: Int?
    var perMs: Int?
    var headers: [String: String]?
    var query: [String: String]?
    var token: Token?

    /// OAuth 2.0: client credentials, or with `device` the sign-in of the user (RFC 8628).
    struct Token: Decodable, Sendable {
      var url: String
      var id: String
      var secret: String?
      var device: String?
      var scope: String?
    }

    /// The setting that names it, if it is the user's own server: `url` is `{server}`.
    var setting: String? { Manifest.setting(inURL: url) }
  }

  /// Reads the manifest at a path.
  ///
  /// - Throws: `MANIFEST_INVALID`
  static func read(_ path: String) throws(Failure) -> LineManifest {
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      // Another version may have other members.
      let needed = try JSONCodec.decode(Version.self, from: [UInt8](bytes)).lines
      guard needed == version else {
        throw Failure(
          .manifestInvalid,
          "It needs version \(needed) of the format; this program speaks version \(version)."
        )
      }
      return try JSONCodec.decode(LineManifest.self, from: [UInt8](bytes))
    } catch let failure as Failure {
      throw Failure(.manifestInvalid, "\(path): \(failure.message)")
    } catch {
      throw Failure(.manifestInvalid, "\(path): \(JSONCodec.describe(error))")
    }
  }
}

extension LineManifest {
  /// The keys of the configuration whose values the program must not see.
  var secrets: Set<String> {
    let properties = configSchema?["properties"]?.members ?? [:]
    return Set(properties.filter { $0.value["secret"] == .bool(true) }.keys)
  }

  /// The settings without which it cannot run; those that name the user's servers are required in any case.
  var requiredSettings: [String] {
    let declared = configSchema?["required"]?.elements?.compactMap(\.text) ?? []
    let servers = (upstreams ?? []).compactMap(\.setting)
    return servers.filter { !declared.contains($0) } + declared
  }

  /// Checks that there is a setting with the address of the user's server.
  ///
  /// - Throws: `MANIFEST_INVALID`
  func requireServer(_ setting: String) throws(Failure) {
    let property = configSchema?["properties"]?[setting]
    guard property?["type"] == "string", property?["format"] == "origin" else {
      throw Failure(
        .manifestInvalid,
        "The \"url\" {\(setting)} of an upstream needs a property \"\(setting)\" of \"configSchema\" with the "
          + "\"type\" string and the \"format\" origin."
      )
    }
  }

  /// The declaration of a method. By default, a call makes a few requests to each upstream, and to the
  /// other hosts.
  func declaration(
    of method: BusProtocol.Method,
    at services: [LineRequester.Service]
  ) -> Descriptor.MethodDeclaration {
    let declared = methods.declarations[method.rawValue] ?? Methods.Declaration()
    let names = services.map(\.upstream.name)
    func named(_ name: String) -> String {
      services.first { $0.placeholder == name }?.upstream.name ?? name
    }
    let usual = names.map { ($0, 4) } + (hosts ?? []).map { ($0, 2) }
    let stated = declared.cost.map {
      Dictionary($0.map { (named($0.key), $0.value) }, uniquingKeysWith: +)
    }
    let cost = stated ?? Dictionary(usual) { first, _ in first }
    return Descriptor.MethodDeclaration(
      cost: cost,
      freshMs: declared.freshMs ?? Endpoint.freshHours(of: method) * 60 * 60 * 1000,
      listed: declared.listed
    ).addingTokens(zip(names, (upstreams ?? []).map { $0.token?.url }).map { ($0, $1) })
  }
}
