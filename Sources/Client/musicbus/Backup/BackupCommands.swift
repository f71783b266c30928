import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import Glibc
import HostKit
import MusicModel
import ProviderInstalling

/// `musicbus backup FILE` and `musicbus restore FILE`
enum BackupCommands {
  private static let file = Argument(.file(), help: "A tar archive.")
  private static let force = Option(flag: "force", help: "Overwrite FILE.")

  static let backup = Command<CommandAction>(
    "backup",
    abstract: "Write favourites, verdicts, settings and state to one file.",
    discussion: """
      The file is a tar archive with favourites, verdicts, links between sources, pins, seen albums, settings with \
      their keys, approved hosts, and the names of your providers. It does not contain sign-ins, the cache, or the \
      programs of providers. If a hub is running, it is stopped meanwhile and started again.
      """,
    uses: [],
    arguments: [file],
    options: [force],
    examples: [Example("backup musicbus.tar", "Back up to a file in the current directory.")]
  ) { context, invocation in
    let path = try invocation[file]
    try checkName(path, invocation)
    let output = try BackupOutput(path, replaces: invocation[force])
    let archive = try HubBackup(context).make(to: output)
    let size = HumanFormat.size(output.size)
    context.terminal.note(StyledText("Wrote \(path): \(archive.summary), \(size)."))
    context.terminal.note("It contains your settings with their keys; keep it private.")
    return .ok
  }

  static let restore = Command<CommandAction>(
    "restore",
    abstract: "Replace favourites, verdicts, settings and state by those of a backup.",
    discussion: """
      The backup is checked before anything is changed. What was there before is first saved as another backup. \
      Sign-ins and the cache stay as they are. Providers that you do not have any more are listed, with the \
      commands that add them. If a hub is running, it is stopped meanwhile and started again.
      """,
    uses: [],
    arguments: [file],
    examples: [Example("restore musicbus.tar", "Restore a backup.")]
  ) { context, invocation in
    let path = try invocation[file]
    let bytes = try read(path)
    let archive: BackupArchive
    do throws(BackupError) {
      archive = try BackupArchive(bytes)
      try archive.checkContents()
    } catch {
      throw error.failure(of: path)
    }
    let saved = try HubBackup(context).restore(archive)
    let day = archive.created.description.prefix(19).replacing("T", with: " ")
    context.terminal.note(StyledText("Restored the backup of \(day) UTC: \(archive.summary)."))
    if let saved { context.terminal.note(StyledText("What was there before is in \(saved).")) }
    noteMissing(archive.providers, context)
    return .ok
  }

  private static func checkName(_ path: String, _ invocation: Invocation) throws {
    guard path != "-" else {
      throw invocation.usageError("A backup is written to a file, not to standard output.")
    }
    let endings = [".bz2", ".gz", ".tgz", ".xz", ".zip", ".zst"]
    guard let ending = endings.first(where: path.hasSuffix) else { return }
    throw invocation.usageError(
      "A backup is a tar archive that is not compressed, so its name cannot end in \"\(ending)\"."
    )
  }

  /// Reads an archive; of another file, no more than its beginning.
  private static func read(_ path: String) throws -> [UInt8] {
    let descriptor = try FileDescriptor(path, O_RDONLY)
    guard case .bytes(let first) = try descriptor.read(), BackupArchive.canBegin(with: first) else {
      throw BackupError.notABackup.failure(of: path)
    }
    return try first + descriptor.readAll(atMost: BackupArchive.maxBytes)
  }

  /// The commands that add the providers of a backup that are not there.
  private static func noteMissing(_ providers: [BackupArchive.Provider], _ context: CommandContext)
  {
    let present = Set(HubBackup.providers(context).map(\.id))
    let missing = providers.filter { !present.contains($0.id) && !$0.source.hasPrefix("-") }
    guard !missing.isEmpty else { return }
    context.terminal.note("Your providers are not in a backup. Add them again:")
    for provider in missing {
      let command = "  musicbus provider add \(provider.source.quotedForShell)"
      let instance = provider.isInstance ? " --as \(provider.id.quotedForShell)" : ""
      context.terminal.note(StyledText("\(command)\(instance)".neutralized))
    }
  }
}

/// Makes and restores backups of the files of one hub.
struct HubBackup {
  private let context: CommandContext
  private var paths: HubPaths { context.paths }

  init(_ context: CommandContext) { self.context = context }

  /// Writes a backup of what there is now.
  func make(to output: BackupOutput) throws -> BackupArchive {
    let configured = try context.configured(.favorites)
    let location = try location(configured)
    try checkDocument(location)
    let files = BackupFiles(paths, favorites: location.path)
    guard !files.contains(output.path) else {
      throw CommandFailure(
        "\(output.path) is one of the files that are backed up.",
        "Name another file. Nothing was changed."
      )
    }
    return try HubPause(context).run {
      let archive = BackupArchive(
        created: .now,
        files: try files.read(),
        providers: HubBackup.providers(context)
      )
      do throws(BackupError) {
        try archive.checkContents()
      } catch {
        guard case .unusable(let member, let problem) = error else { throw error }
        let path = member.path(in: paths, favorites: location.path)
        throw CommandFailure("\(path) \(problem).", "Nothing was backed up.")
      }
      guard archive.files[.favorites] != nil || location.isDefault else {
        throw CommandFailure(
          "\(location.path), the file of your favourites, does not exist.",
          "If it is on a disk that is away, mount it. Nothing was backed up."
        )
      }
      try output.write(archive) {
        guard try files.read() == archive.files else {
          throw CommandFailure("Files changed while they were backed up.", "Try again.")
        }
      }
      return archive
    }
  }

  /// Replaces what there is now by a backup whose contents have been checked.
  ///
  /// - Returns: where what was there before is saved; `nil` if there was nothing.
  func restore(_ archive: BackupArchive) throws -> String? {
    let old = (try? context.configuration.get())?[.favorites]?.text
    let location = try location(old)
    try checkDocument(location)
    try checkLocation(in: archive, is: location)
    // The hub does not make it either.
    let directory = parentDirectory(of: location.path)
    guard location.isDefault || access(directory, F_OK) == 0 else {
      throw CommandFailure(
        "The settings in the backup have the favourites in \(directory), which does not exist.",
        "Make that directory, or mount its disk. Nothing was changed."
      )
    }
    let files = BackupFiles(paths, favorites: location.path)
    return try HubPause(context).run {
      try HubPaths.makeDirectory(paths.data)
      let saved = try save(files.read())
      try files.replace(with: archive.files)
      return saved
    }
  }

  /// An archive must not say which file is overwritten.
  private func checkLocation(
    in archive: BackupArchive,
    is current: FavoritesLocation
  ) throws {
    let settings = archive.files[.configuration].flatMap {
      try? JSONValue(Array($0), .configuration)
    }
    let configured = settings?["hub"]?["favorites"]?.text
    let other = try location(configured)
    guard other.path != current.path else { return }
    let command = configured.map { "set hub.favorites \($0.quotedForShell)" }
    throw CommandFailure(
      "The settings in the backup have the favourites in \(other.path), and yours in \(current.path).",
      "Nothing was changed. To have them there: musicbus config \(command ?? "unset hub.favorites")"
    )
  }

  /// Saves the files as another backup, whatever is in them.
  private func save(_ files: [BackupMember: ArraySlice<UInt8>]) throws -> String? {
    guard !files.isEmpty else { return nil }
    let now = Timestamp.now
    let stamp = now.description.filter { !"-:.".contains($0) }
    let path = "\(paths.data)/before-restore-\(stamp).tar"
    let providers = HubBackup.providers(context)
    try BackupOutput(path, replaces: false)
      .write(BackupArchive(created: now, files: files, providers: providers))
    return path
  }

  private func location(_ configured: String?) throws -> FavoritesLocation {
    try FavoritesLocation(named: nil, configured: configured, context.environment)
  }

  /// A hub that was started with another document would be started again without it.
  private func checkDocument(_ location: FavoritesLocation) throws {
    guard let document = try? context.callHub(.favoritesCheck, start: .never).document,
      realPath(document) != realPath(location.path)
    else { return }
    throw CommandFailure(
      "The hub has its favourites in \(document), and the configuration in \(location.path).",
      "Set it: musicbus config set hub.favorites \(document.quotedForShell)"
    )
  }

  /// The providers that the user has added, instances last.
  static func providers(_ context: CommandContext) -> [BackupArchive.Provider] {
    let store = try? InstalledStore(reading: context.paths)
    let found = Manifests.paths(in: context.paths.providers).compactMap {
      path -> BackupArchive.Provider? in
      if let instance = ProviderInstance(at: path) {
        return .init(id: "\(instance.id)", source: "\(instance.instanceOf)", isInstance: true)
      }
      guard let id = ManifestVariables.manifest(at: path)?.id else { return nil }
      let installed = store?.current(id) == nil ? nil : store?.document.providers[id.rawValue]
      let directory = parentDirectory(of: realPath(path) ?? path)
      return .init(id: "\(id)", source: installed?.source ?? directory)
    }
    return found.filter { !$0.isInstance } + found.filter(\.isInstance)
  }
}

extension Timestamp {
  fileprivate static var now: Timestamp {
    Timestamp(microseconds: Int64(UnixClock.nowMs) * 1000)
  }
}
