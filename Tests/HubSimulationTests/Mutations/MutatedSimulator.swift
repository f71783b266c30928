import Foundation
import HostKit
import TestKit

/// A simulator that is built like `musicbus-simulate`, but for one file of the core: that one is
/// recompiled, and all other object files are those of the build.
struct MutatedSimulator {
  let path: String

  /// The directories of the modules that the simulator is linked from.
  private static let modules = [
    "Sources/Host/CommandKit", "Sources/Model/JSON", "Sources/Model/MusicModel",
    "Sources/Model/BusProtocol", "Sources/Model/EntityResolution", "Sources/Model/FavoritesModel",
    "Sources/Hub/HubCore", "Tests/HubSimulation", "Tests/musicbus-simulate",
  ]

  init(_ mutation: Mutation, in directory: String) throws {
    path = "\(directory)/simulate"
    let sources = try MutatedSimulator.sources("Sources/Hub/HubCore")
    let mutant = try mutation.apply(to: sources)
    let name = mutant.path.split(separator: "/").last.map(String.init) ?? ""
    let mutated = "\(directory)/\(name)"
    try mutant.text.write(toFile: mutated, atomically: true, encoding: .utf8)
    let others = sources.filter { $0 != mutant.path }
    try MutatedSimulator.swiftc(
      ["-frontend", "-c", "-primary-file", mutated] + others + MutatedSimulator.settings()
        + ["-o", "\(mutated).o"]
    )
    let objects = try MutatedSimulator.modules.flatMap { module in
      try MutatedSimulator.sources(module).map { source in
        let file = source.split(separator: "/").last ?? ""
        let target = (module.split(separator: "/").last ?? "").replacing("-", with: "_")
        let build = "\(Executables.directory)/\(target).build"
        return "\(build)/\(file).o"
      }.filter { !(module == "Sources/Hub/HubCore" && $0.hasSuffix("/\(name).o")) }
    }
    try MutatedSimulator.swiftc(
      ["-o", path, "\(mutated).o"] + objects
        + ["-Xlinker", "--defsym=main=musicbus_simulate_main"]
    )
  }

  static func sources(_ module: String) throws -> [String] {
    let root = PackageRoot.url(module).resolvingSymlinksInPath().path()
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)".replacing("//", with: "/") }.sorted()
  }

  /// Those of the package.
  private static func settings() throws -> [String] {
    let features = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
      "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
    ]
    return [
      "-module-name", "HubCore", "-package-name", try packageName(), "-swift-version", "6",
      "-parse-as-library", "-enable-testing", "-Onone", "-I", "\(Executables.directory)/Modules",
    ] + features.flatMap { ["-enable-upcoming-feature", $0] }
  }

  /// SwiftPM names the package after its directory, which may have any name.
  private static func packageName() throws -> String {
    let directory = PackageRoot.url.standardizedFileURL.lastPathComponent.lowercased()
    return String(directory.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private static func swiftc(_ arguments: [String]) throws {
    let launch = Launch("/usr/bin/env", ["swiftc"] + arguments, environment: .ofTests)
    let result = try RunResult.of(launch, within: .seconds(300))
    guard result.status == 0 else { throw NotBuilt(result: result) }
  }

  struct NotBuilt: Error, CustomStringConvertible {
    let result: RunResult
    var description: String { "\(result)" }
  }
}
