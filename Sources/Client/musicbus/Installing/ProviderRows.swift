import BusProtocol
import CommandKit
import HostKit
import MusicModel

/// A provider of the user: a copy, or a manifest that is used in place.
struct InstalledRow: Encodable, Sendable {
  let id: String
  let version: String
  let source: String
  var index: String?
  var commit: String?
  var sha256: String?
  /// The version to which a rollback goes.
  var previous: String?
  /// The reason why it was revoked.
  var revoked: String?

  static func all(_ context: CommandContext) throws -> [InstalledRow] {
    let store = try InstalledStore(reading: context)
    var rows: [InstalledRow] = []
    for (name, provider) in store.document.providers {
      guard let id = ProviderID(rawValue: name), let version = store.current(id) else { continue }
      var row = InstalledRow(id: name, version: version.version, source: provider.source)
      row.index = provider.index
      (row.commit, row.sha256) = (version.commit, version.sha256)
      row.previous = store.previous(id)?.version
      row.revoked = version.revoked
      rows.append(row)
    }
    for path in Manifests.paths(in: context.paths.providers) {
      guard let bytes = try? FileDescriptor(path, 0).readAll(atMost: InstallLimits.manifestBytes),
        let manifest = try? JSONCodec.decode(Manifest.self, from: bytes),
        store.current(manifest.id) == nil
      else { continue }
      let version = try? JSONCodec.decode(ManifestDetails.self, from: bytes).version
      let source = parentDirectory(of: realPath(path) ?? path)
      rows.append(InstalledRow(id: manifest.id.rawValue, version: version ?? "", source: source))
    }
    return rows.sorted { $0.id < $1.id }
  }

  static let columns: [Table<InstalledRow>.Column] = [
    .init("provider", priority: 10) { StyledText($0.id, .bold) },
    .init("version", priority: 9) { row in
      row.revoked == nil ? StyledText(row.version) : "\(row.version) \("revoked", .color(.red))"
    },
    .init("previous", priority: 5) { StyledText($0.previous ?? "") },
    .init("pinned by", priority: 4) { row in
      guard let sha256 = row.sha256 else { return "not copied" }
      let pin = row.commit.map { "commit \($0.prefix(12))" } ?? "SHA-256 \(sha256.prefix(12))"
      return StyledText(pin)
    },
    .init("source", flexibility: 1, minimumWidth: 16, priority: 8) { StyledText($0.source) },
  ]
}

/// An installed provider of which there is a newer version.
struct OutdatedRow: Encodable, Sendable {
  let id: ProviderID
  let version: String
  let available: String
  let source: String

  static let columns: [Table<OutdatedRow>.Column] = [
    .init("provider", priority: 10) { StyledText("\($0.id)", .bold) },
    .init("version", priority: 9) { StyledText($0.version) },
    .init("available", priority: 9) { StyledText($0.available) },
    .init("source", flexibility: 1, minimumWidth: 16, priority: 8) { StyledText($0.source) },
  ]
}

/// A provider in an index, with its newest version.
struct SearchRow: Encodable, Sendable {
  let id: String
  let name: String
  let version: String
  var installed: String?
  var level: String?
  var description: String?
  var maintainers: [String]?
  let index: String

  static let columns: [Table<SearchRow>.Column] = [
    .init("provider", priority: 10) { StyledText($0.id, .bold) },
    .init("version", priority: 9) { StyledText($0.version) },
    .init("installed", priority: 7) { StyledText($0.installed ?? "") },
    .init("level", priority: 2) { StyledText($0.level ?? "") },
    .init("description", flexibility: 1, minimumWidth: 16, priority: 8) { row in
      StyledText(row.description ?? row.name)
    },
  ]
}

extension ProviderInstaller {
  /// Some of the providers in the indexes that can run here, with a word in their id, name, description or methods,
  /// and the number of all of them.
  func listed(_ word: String, _ range: Range<Int>) -> (rows: [SearchRow], total: Int) {
    let word = word.lowercased()
    var seen: Set<ProviderID> = []
    var found: [(ProviderIndex.Entry, ProviderIndex.Release, location: String)] = []
    for known in indexes.all {
      for entry in known.index.providers where seen.insert(entry.id).inserted {
        let methods = entry.versions.flatMap { $0.methods ?? [] }.map(\.rawValue)
        let texts = [entry.id.rawValue, entry.name, entry.description ?? ""] + methods
        guard word.isEmpty || texts.contains(where: { $0.lowercased().contains(word) })
        else { continue }
        if let release = known.index.newest(of: entry) {
          found.append((entry, release, known.location))
        }
      }
    }
    let rows = found[range.clamped(to: found.indices)].map { entry, release, location in
      SearchRow(
        id: entry.id.rawValue,
        name: entry.name,
        version: release.version,
        installed: store.current(entry.id)?.version,
        level: release.level?.rawValue,
        description: entry.description,
        maintainers: entry.maintainers,
        index: location
      )
    }
    return (rows, found.count)
  }

  var hasIndexes: Bool { !indexes.all.isEmpty }
}
