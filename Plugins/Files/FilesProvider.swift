internal import FoundationEssentials
internal import HostKit
internal import ProviderKit

/// The user's own music files.
@main
struct FilesProvider: Provider {
  let roots: [String]
  let index: FileIndex

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    roots = try configuration.folders("folders", variable: "MUSICBUS_FILES_FOLDERS")
    do {
      index = try FileIndex(in: roots.isEmpty ? nil : configuration.stateDirectory)
    } catch {
      throw Failure(.internalError, "The index of your files cannot be opened. \(error)")
    }
    let hasFiles = (try? index.use { tables in try tables.songCount() }) ?? 0 > 0
    if hasFiles || roots.isEmpty { index.endWait() }
    if !roots.isEmpty { ScanThread.start(index, roots: roots) }
  }

  var upstreams: [Upstream] { [] }

  var missingConfiguration: String? {
    roots.isEmpty ? "folders. Run: musicbus config set providers.files.folders ~/Music" : nil
  }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "files",
      name: "Your files",
      thanks: "Your own files",
      namespaces: ["files:artist", "files:album", "files:song"],
      hosts: [FileURL.host],
      lacks: ["artist": ["artwork", "biography"]]
    )
    let folders: JSONValue = [
      "type": ["string", "array"], "items": ["type": "string"],
      "description": "The folders with your music: a path, or a list of paths.",
    ]
    descriptor.configSchema = [
      "type": "object", "additionalProperties": false, "properties": ["folders": folders],
      "required": roots.isEmpty ? ["folders"] : [],
    ]
    return descriptor
  }
}
