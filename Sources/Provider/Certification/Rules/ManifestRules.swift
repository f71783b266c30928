internal import BusProtocol
internal import CommandKit
internal import MusicModel

/// Rules for the names in a manifest: a misspelt one is otherwise ignored (Protocol/provider.md, "Manifest").
enum ManifestRules {
  static let members = [
    "arguments", "attribution", "configSchema", "description", "environment", "executable", "hosts",
    "id",
    "inflight", "lacks", "level", "lines", "maintainers", "methods", "name", "namespaces",
    "protocol",
    "samples", "services", "upstreams", "urls", "version",
  ]
  private static let upstreamMembers = ["headers", "perMs", "query", "requests", "token", "url"]

  /// The methods that a provider may serve.
  private static let methods = Methods.all.filter { $0.provider != nil }.map(\.method.rawValue)

  /// What is wrong with the names in a manifest, as sentences.
  static func problems(in manifest: JSONValue) -> [String] {
    var problems = misspelt(manifest, members, "a manifest")
    problems += (manifest["upstreams"]?.elements ?? []).flatMap {
      misspelt($0, upstreamMembers, "an upstream")
    }
    let declared =
      manifest["methods"]?.elements?.compactMap(\.text)
      ?? manifest["methods"]?.members?.keys.sorted() ?? []
    problems += declared.filter { !methods.contains($0) }.map { name in
      "There is no method \(name.quoted) that providers serve\(guess(name, methods))"
    }
    let samples = manifest["samples"]?.elements?.compactMap { $0["method"]?.text } ?? []
    problems += samples.filter { !declared.contains($0) }.map { name in
      "A sample calls \(name.quoted), which is not in \"methods\"\(guess(name, declared))"
    }
    return problems + hiddenVariables(of: manifest)
  }

  /// A program on JSON lines sees no variables but its own. Those with URLs are for its upstreams.
  private static func hiddenVariables(of manifest: JSONValue) -> [String] {
    guard manifest["lines"] != nil, let id = manifest["id"]?.text.flatMap(ProviderID.init) else {
      return []
    }
    let names = manifest["environment"]?.elements?.compactMap(\.text) ?? []
    return names.filter { name in
      !name.hasPrefix(id.variablePrefix) && !(name.hasPrefix("MUSICBUS_") && name.hasSuffix("_URL"))
    }.map { name in
      "The program does not get the variable \(name.quoted) of \"environment\" in a sandbox; name it "
        + "\(id.variablePrefix)\(name)."
    }
  }

  private static func misspelt(_ object: JSONValue, _ known: [String], _ what: String) -> [String] {
    (object.members ?? [:]).keys.sorted().compactMap { name in
      guard !known.contains(name), let near = similarName(to: name, among: known) else {
        return nil
      }
      return "\(name.quoted) is no member of \(what); it may be \(near.quoted)."
    }
  }

  /// The end of a sentence about an unknown name.
  private static func guess(_ name: String, _ known: [String]) -> String {
    nearestName(to: name, among: known).map { "; did you mean \($0.quoted)?" } ?? "."
  }
}
