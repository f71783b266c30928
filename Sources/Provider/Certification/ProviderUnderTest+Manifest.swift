internal import BusProtocol
internal import FoundationEssentials
package import HostKit
internal import MusicModel

extension ProviderUnderTest {
  /// Environment variables that every provider inherits.
  package static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  /// Creates the provider of a manifest: a `provider.json` or the directory that contains it.
  ///
  /// - Throws: ``ManifestError``
  package init(manifestAt path: String, environment: Environment) throws {
    var isDirectory = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    let file = isDirectory ? "\(path)/provider.json" : path
    guard exists, let bytes = FileManager.default.contents(atPath: file) else {
      throw ManifestError("Could not find \(file).")
    }
    let (manifest, problems) = try ProviderUnderTest.manifest([UInt8](bytes), at: file)
    if let owner = Manifest.reservedIDs[manifest.id.rawValue] {
      throw ManifestError("\"\(manifest.id)\" is \(owner); choose another id.")
    }
    let executable: String
    do throws(UnrunnableProgram) {
      executable = try ProviderUnderTest.executable(of: manifest, at: file)
    } catch {
      throw ManifestError("\(error.message) \(error.hint)")
    }
    var (program, arguments) = (executable, manifest.arguments ?? [])
    var patterns = ProviderUnderTest.commonVariables
    if manifest.lines != nil {
      patterns += [SandboxDemand.variable, Manifest.signInVariable]
      guard
        let bridge = ExecutableSearch.findBesideThis(Manifest.bridge, environment: environment)
      else { throw ManifestError("Could not find \(Manifest.bridge).") }
      (program, arguments) = (bridge, [file])
    }
    self.init(
      program,
      arguments,
      environment: environment.named(manifest.environment ?? [])
        .merging(environment.allowing(patterns)) { one, _ in one }
    )
    self.manifest = ManifestDeclaration(
      id: manifest.id.rawValue,
      methods: manifest.methods.map(\.rawValue),
      variables: manifest.environment ?? [],
      configSchema: manifest.configSchema,
      problems: problems
    )
  }

  /// Reads a manifest, with what is wrong with it although it can be read.
  private static func manifest(
    _ bytes: [UInt8],
    at file: String
  ) throws(ManifestError) -> (Manifest, problems: [String]) {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw ManifestError(
        "\(file) begins with a byte order mark. Save it as UTF-8 without one: sed -i '1s/^\\xEF\\xBB\\xBF//' \(file)"
      )
    }
    var problems: [String] = []
    do {
      problems = ManifestRules.problems(in: try JSONCodec.decode(JSONValue.self, from: bytes))
      return (try JSONCodec.decode(Manifest.self, from: bytes), problems)
    } catch {
      let hints = problems.map { " \($0)" }.joined()
      throw ManifestError("Invalid manifest \(file): \(JSONCodec.describe(error)).\(hints)")
    }
  }

  /// Finds the executable like the hub does, and returns its path without "./".
  private static func executable(
    of manifest: Manifest,
    at file: String
  ) throws(UnrunnableProgram) -> String {
    let own = (try? ExecutableSearch.thisExecutable()).map(parentDirectory)
    return try ExecutableSearch.find(
      manifest.executable,
      ofManifestIn: parentDirectory(of: realPath(file) ?? file),
      programs: manifest.lines == nil ? own : nil
    )
  }
}

/// The declarations of a manifest, to compare with the descriptor.
struct ManifestDeclaration: Hashable, Sendable {
  let id: String
  let methods: [String]
  /// The environment variables that it names.
  var variables: [String] = []
  var configSchema: JSONValue?
  /// What is wrong with it, as sentences.
  var problems: [String] = []
}

/// The reason why a manifest cannot be used.
package struct ManifestError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
