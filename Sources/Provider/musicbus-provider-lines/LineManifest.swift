import BusProtocol
import Foundation
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

  /// The methods by name, with their declarations if the manifest has them.
  struct Methods: Decodable, Sendable {
    var declarations: [String: Descriptor.MethodDeclaration?]

    init(from decoder: any Decoder) throws {
      if let names = try? decoder.singleValueContainer().decode([String].self) {
        declarations = Dictionary(names.map { ($0, nil) }) { first, _ in first }
      } else {
        let declared = try decoder.singleValueContainer()
          .decode([String: Descriptor.MethodDeclaration].self)
        declarations = declared.mapValues { $0 }
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

    /// OAuth 2.0 client credentials.
    struct Token: Decodable, Sendable {
      var url: String
      var id: String
      var secret: String
    }
  }

  /// Reads the manifest at a path.
  ///
  /// - Throws: `MANIFEST_INVALID`
  static func read(_ path: String) throws(Failure) -> LineManifest {
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      let manifest = try JSONCodec.decode(LineManifest.self, from: [UInt8](bytes))
      guard manifest.lines == version else {
        throw Failure(
          .manifestInvalid,
          "It needs version \(manifest.lines) of the format; this program speaks version \(version)."
        )
      }
      return manifest
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

  /// The declaration of a method: without one, a few requests to each upstream and to the hosts of files.
  func declaration(of method: BusProtocol.Method) -> Descriptor.MethodDeclaration {
    if let declared = methods.declarations[method.rawValue] ?? nil { return declared }
    var cost: [String: Int] = [:]
    for upstream in upstreams ?? [] {
      if let host = WebAddress(upstream.url)?.host { cost[host] = 4 }
    }
    let isFile = method == .getArtwork || method == .getPreview
    if isFile { for host in hosts ?? [] { cost[host] = 2 } }
    let needed = upstreams?.first.flatMap { WebAddress($0.url)?.host }
    let fallback = cost.keys.filter { $0 != needed }.sorted()
    return Descriptor.MethodDeclaration(
      cost: cost,
      fallback: fallback.isEmpty ? nil : fallback,
      freshMs: Endpoint.freshHours(of: method) * 60 * 60 * 1000
    )
  }
}
