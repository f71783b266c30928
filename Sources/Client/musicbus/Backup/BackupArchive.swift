import CommandKit
import FavoritesModel
import HostKit
import MusicModel

/// A backup: a tar archive with a list of its files (`manifest.json`), which comes first, and the files.
struct BackupArchive {
  /// A provider of the user, whose program is not in the backup.
  struct Provider: Hashable, Codable {
    let id: String
    /// What `musicbus provider add` takes: a path, a URL or an id of an index; for an instance, the provider.
    let source: String
    /// Whether it is a further instance of the provider `source`.
    var isInstance = false
  }

  /// When it was made, in UTC.
  let created: Timestamp
  let files: [BackupMember: ArraySlice<UInt8>]
  let providers: [Provider]

  /// The version that is written; later ones are refused.
  static let version = 1
  private static let format = "musicbus-backup"
  private static let manifestName = "manifest.json"
  /// The beginning of what `gzip` makes.
  private static let gzipMagic: [UInt8] = [0x1F, 0x8B]
  /// A larger one is not read.
  static let maxBytes = BackupMember.allCases.reduce(1 << 20) { $0 + $1.maxBytes }

  /// Whether a file that begins so can be an archive, maybe a compressed one.
  static func canBegin(with bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("\(manifestName)\0".utf8)) || bytes.starts(with: gzipMagic)
  }

  private struct Heading: Decodable {
    var format: String
    var version: Int
  }

  private struct Manifest: Codable {
    var format = BackupArchive.format
    var version = BackupArchive.version
    var created: String
    var files: [File]
    var providers: [Provider]

    struct File: Codable {
      var name: String
      var bytes: Int
      /// As `cksum` prints it.
      var cksum: UInt32
    }
  }

  init(
    created: Timestamp,
    files: [BackupMember: ArraySlice<UInt8>],
    providers: [Provider]
  ) {
    (self.created, self.files, self.providers) = (created, files, providers)
  }

  /// The archive as it is written.
  func bytes() throws -> [UInt8] {
    let files = BackupMember.allCases.compactMap { member in
      self.files[member].map { TarArchive.Entry(name: member.rawValue, contents: $0) }
    }
    let manifest = Manifest(
      created: "\(created)",
      files: files.map {
        .init(name: $0.name, bytes: $0.contents.count, cksum: Checksum.of($0.contents))
      },
      providers: providers
    )
    let text = try JSONCodec.encode(manifest) + [UInt8(ascii: "\n")]
    let first = TarArchive.Entry(name: BackupArchive.manifestName, contents: text[...])
    let seconds = Int(created.microseconds / 1_000_000)
    return TarArchive.bytes(of: [first] + files, at: seconds)
  }

  /// Reads an archive, and checks that it is whole and has nothing else than what its list says.
  init(_ bytes: [UInt8]) throws(BackupError) {
    var reader = TarArchive.Reader(bytes)
    let manifest = try BackupArchive.manifest(&reader, bytes)
    guard let created = Timestamp(manifest.created) else { throw .notABackup }
    var files: [BackupMember: ArraySlice<UInt8>] = [:]
    for file in manifest.files {
      guard let member = BackupMember(rawValue: file.name), files[member] == nil,
        file.bytes <= member.maxBytes
      else { throw .damaged("\"\(file.name)\" does not belong there") }
      guard let entry = try BackupArchive.next(&reader) else {
        throw .damaged("\(file.name) is missing")
      }
      guard entry.name == file.name, entry.contents.count == file.bytes else {
        throw .damaged("\(file.name) is not where its list says")
      }
      guard Checksum.of(entry.contents) == file.cksum else {
        throw .damaged("\(file.name) has another checksum than its list says")
      }
      files[member] = entry.contents
    }
    guard try BackupArchive.next(&reader) == nil else {
      throw .damaged("it has more files than its list says")
    }
    self.init(created: created, files: files, providers: manifest.providers)
  }

  /// Checks that MusicBus can use each file.
  func checkContents() throws(BackupError) {
    for member in BackupMember.allCases {
      if let problem = files[member].flatMap({ member.problem(in: $0) }) {
        throw .unusable(member, problem)
      }
    }
  }

  /// `3 favourites, 1 verdict, 12 settings`.
  var summary: String {
    let counts = BackupMember.allCases.compactMap { member in
      files[member].flatMap { member.count(in: $0) }
    }
    return counts.isEmpty ? "no favourites" : counts.joined(separator: ", ")
  }

  private static func manifest(
    _ reader: inout TarArchive.Reader,
    _ bytes: [UInt8]
  ) throws(BackupError) -> Manifest {
    guard !bytes.starts(with: gzipMagic) else { throw .compressed }
    guard let first = try? reader.next(), first.name == manifestName,
      let heading = try? JSONCodec.decode(Heading.self, from: Array(first.contents)),
      heading.format == format
    else { throw .notABackup }
    guard heading.version <= version else { throw .newerVersion(heading.version) }
    do {
      return try JSONCodec.decode(from: Array(first.contents))
    } catch {
      throw .damaged("\(manifestName): \(JSONCodec.describe(error))")
    }
  }

  private static func next(
    _ reader: inout TarArchive.Reader
  ) throws(BackupError) -> TarArchive.Entry? {
    do throws(TarArchive.Damage) {
      return try reader.next()
    } catch {
      throw .damaged("it was cut off, or changed by another program")
    }
  }
}

/// The reason why an archive is not used.
enum BackupError: Error, Hashable {
  case notABackup
  case compressed
  case newerVersion(Int)
  /// What is wrong, as the end of a sentence.
  case damaged(String)
  /// A file in it that MusicBus cannot use, and why.
  case unusable(BackupMember, String)

  /// The error about the archive at a path, which is to be restored.
  func failure(of path: String) -> CommandFailure {
    let nothing = "Nothing was changed."
    return switch self {
    case .notABackup:
      CommandFailure("\(path) is not a backup of MusicBus.", nothing)
    case .compressed:
      CommandFailure(
        "\(path) is compressed. \(nothing)",
        "Uncompress it first: gunzip \(path.quotedForShell)"
      )
    case .newerVersion(let version):
      CommandFailure(
        "\(path) is a backup of version \(version), and this MusicBus knows \(BackupArchive.version).",
        "Restore it with a newer MusicBus. \(nothing)"
      )
    case .damaged(let problem):
      CommandFailure("\(path) is damaged: \(problem.neutralized).", nothing)
    case .unusable(let member, let problem):
      CommandFailure("In \(path), \(member.rawValue) \(problem).", nothing)
    }
  }
}
