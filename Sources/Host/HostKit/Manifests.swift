internal import Glibc

/// The manifests of providers in a directory.
package enum Manifests {
  /// `provider.json` in a subdirectory, or any `.json` file, sorted by name.
  package static func paths(in directory: String) -> [String] {
    names(in: directory).compactMap { name in
      let path = "\(directory)/\(name)"
      if name.hasSuffix(".json") { return path }
      return access("\(path)/provider.json", F_OK) == 0 ? "\(path)/provider.json" : nil
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The variables that a manifest names and that are not set.
  ///
  /// Those of MusicBus itself are settings that may be missing.
  package static func missingVariables(_ names: [String], in environment: Environment) -> [String] {
    names.filter { !$0.hasPrefix("MUSICBUS_") && environment[$0] == nil }.sorted()
  }
}
