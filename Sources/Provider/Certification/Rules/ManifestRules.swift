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
    return problems + unknownSettings(of: manifest) + hiddenVariables(of: manifest)
  }

  /// The names in braces that stand for no value: what has one is left out of requests (Protocol/lines.md,
  /// "Signatures").
  private static func unknownSettings(of manifest: JSONValue) -> [String] {
    let declared = manifest["configSchema"]?["properties"]?.members?.keys.sorted() ?? []
    // Every provider has a setting for how its user can be reached.
    let settings = declared + ["contact"]
    return (manifest["upstreams"]?.elements ?? []).flatMap { upstream in
      ["headers", "query", "token"].flatMap { member in
        let known = member == "token" ? settings : settings + ["salt"]
        return (upstream[member]?.members ?? [:]).sorted { $0.key < $1.key }.flatMap {
          name,
          value in
          namesInBraces(value.text ?? "").filter { !known.contains($0) }.map { setting in
            "The braces in \(name.quoted) of \(member.quoted) of an upstream name \(setting.quoted), which is no setting "
              + "of \"configSchema\"\(guess(setting, known))"
          }
        }
      }
    }
  }

  /// The names of `{name}`, and of `{md5:name+name}`.
  private static func namesInBraces(_ text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().flatMap { part in
      guard let end = part.firstIndex(of: "}") else { return [String]() }
      let inside = part[..<end]
      guard inside.hasPrefix("md5:") else { return [String(inside)] }
      return inside.dropFirst("md5:".count).split(separator: "+").map(String.init)
    }
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
