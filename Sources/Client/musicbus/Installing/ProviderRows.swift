import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import ProviderInstalling

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
    let store = try InstalledStore(reading: context.paths)
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
      guard let id = ManifestVariables.manifest(at: path)?.id, store.current(id) == nil
      else { continue }
      let version = (try? PublishedManifest(at: path))?.version
      let source = parentDirectory(of: realPath(path) ?? path)
      rows.append(InstalledRow(id: id.rawValue, version: version ?? "", source: source))
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

  init(_ listing: ProviderIndexes.Listing, installed: String?) {
    let (entry, release) = (listing.entry, listing.release)
    (id, name, description) = (entry.id.rawValue, entry.name, entry.description)
    (version, level, index) = (release.version, release.level?.rawValue, listing.index)
    (maintainers, self.installed) = (entry.maintainers, installed)
  }

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
