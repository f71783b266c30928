import FavoritesModel
import HostKit
import MusicModel
import ProviderInstalling

/// A file of the user that a backup contains, under a name that is the same on every machine.
enum BackupMember: String, CaseIterable {
  case favorites = "favorites.jsonl"
  case verdicts = "verdicts.jsonl"
  case state = "state.sqlite"
  /// What a hub that was killed has not yet written to ``state``. It goes last and comes after it: another database must never find
  /// it.
  case stateLog = "state.sqlite-wal"
  case configuration = "config.json"
  case approvedHosts = "approved-hosts.json"
  case providerOrigins = "provider-origins.json"
  case indexes = "indexes.json"

  /// Where the file is, if the favourites are in the file `favorites`.
  func path(in paths: HubPaths, favorites: String) -> String {
    switch self {
    case .favorites: favorites
    case .verdicts: paths.verdicts
    case .state: paths.state
    case .stateLog: paths.state + "-wal"
    case .configuration: paths.configurationFile
    case .approvedHosts: paths.approvedHosts
    case .providerOrigins: paths.providerOrigins
    case .indexes: paths.indexes
    }
  }

  /// The size of the largest file that is backed up and restored.
  var maxBytes: Int {
    switch self {
    case .favorites: FavoriteLimits.maxDocumentBytes
    case .verdicts: 16 << 20
    case .state, .stateLog: 1 << 30
    case .configuration: ConfigurationFile.maxBytes
    case .approvedHosts, .providerOrigins: 1 << 20
    case .indexes: ProviderIndexes.maxBytes
    }
  }

  /// What is wrong with the contents of such a file, as the end of a sentence after its name; `nil` if it
  /// can be used.
  func problem(in contents: ArraySlice<UInt8>) -> String? {
    // Programs begin with an empty file, too.
    guard !contents.isEmpty else { return nil }
    switch self {
    case .favorites:
      do throws(DocumentError) {
        _ = try ParsedDocument(Array(contents), now: .never)
        return nil
      } catch .newerVersion(let version) {
        return "is of version \(version), which this MusicBus does not know"
      } catch {
        return "is not a favourites file"
      }
    case .verdicts:
      let line = Array(contents.prefix { $0 != UInt8(ascii: "\n") })
      guard let heading = try? JSONValue(line, .document), heading.members != nil else {
        return "is not a file of verdicts"
      }
      let version = heading["version"]?.integer ?? 1
      return version == 1 ? nil : "is of version \(version), which this MusicBus does not know"
    case .state:
      return contents.starts(with: "SQLite format 3\0".utf8) ? nil : "is not an SQLite database"
    case .stateLog:
      // The magic number, but for its last bit.
      return contents.starts(with: [0x37, 0x7F, 0x06]) ? nil : "is not an SQLite log"
    case .configuration, .approvedHosts, .providerOrigins, .indexes:
      do throws(JSONError) {
        let value = try JSONValue(Array(contents), .configuration)
        let isList = self == .indexes && value.elements != nil
        return isList || value.members != nil ? nil : "has something else than what belongs there"
      } catch {
        return "is not valid JSON: \(error)"
      }
    }
  }

  /// What it counts, for messages; `nil` if that says nothing to users.
  func count(in contents: ArraySlice<UInt8>) -> String? {
    switch self {
    case .favorites:
      (try? ParsedDocument(Array(contents), now: .never))?.document.count.counted("favourite")
    case .verdicts:
      contents.split(separator: UInt8(ascii: "\n"))
        .count { (try? JSONValue(Array($0), .document))?["relation"] != nil }.counted("verdict")
    case .configuration:
      (try? JSONValue(Array(contents), .configuration))?.leafCount.counted("setting")
    case .state, .stateLog, .approvedHosts, .providerOrigins, .indexes: nil
    }
  }
}

extension JSONValue {
  /// The number of values in it that are no objects.
  fileprivate var leafCount: Int { members?.values.reduce(0) { $0 + $1.leafCount } ?? 1 }
}
