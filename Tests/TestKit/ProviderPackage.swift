import Foundation
import HostKit

/// The directory of a provider on JSON lines with one artist, its archives and its repository.
package struct ProviderPackage {
  package let path: String

  /// Whether the programs are installed with which providers are packed, fetched and checked.
  package static let hasTools = ["bsdtar", "curl", "git", "minisign", "openssl"].allSatisfy {
    name in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  package init(in directory: String, version: String = "1.0", id: String = "shelf") throws {
    path = "\(directory)/\(id)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write(version: version, id: id)
  }

  /// Writes the files of a version; the name of its artist has the version in it.
  package func write(version: String, id: String = "shelf", executable: String = "./provider.py")
    throws
  {
    let manifest = """
      {
        "id": "\(id)", "name": "Shelf", "version": "\(version)", "executable": "\(executable)", "lines": 1,
        "description": "Records from a shelf.", "maintainers": ["Ann <ann@example.org>"],
        "methods": ["artists.search"], "namespaces": ["\(id):artist"],
        "upstreams": [{"url": "https://api.example.org"}],
        "attribution": {"text": "From a shelf."},
        "samples": [{"method": "artists.search", "params": {"text": "nina"}}]
      }
      """
    try manifest.write(toFile: "\(path)/provider.json", atomically: true, encoding: .utf8)
    let program = """
      #!/usr/bin/env python3
      import json, sys
      for line in map(json.loads, sys.stdin):
          if "id" in line:
              item = {"id": "\(id):artist:1", "name": "Nina \(version)"}
              print(json.dumps({"id": line["id"], "items": [item]}), flush=True)
      """
    try ExecutableText.write(program, to: "\(path)/provider.py")
  }

  /// Packs the directory; the name decides between tar and zip.
  package func pack(_ archive: String) throws -> String {
    let file = "\(parentDirectory(of: path))/\(archive)"
    try Program("/usr/bin/bsdtar").succeed([
      "-a", "-c", "-f", file, "-C", parentDirectory(of: path), "shelf",
    ])
    return file
  }

  /// Commits all files, in a repository that is made if there is none, and tags the commit.
  package func commit(tag: String? = nil) throws {
    if !FileManager.default.fileExists(atPath: "\(path)/.git") {
      try git("init", "-q", "-b", "main")
    }
    try git("add", "-A")
    try git("commit", "-q", "-m", "A version")
    if let tag { try git("tag", "-a", "-m", "A tag", tag) }
  }

  package func git(_ arguments: String...) throws {
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    try Program("/usr/bin/git").succeed(["-C", path] + author + arguments)
  }
}
