internal import FoundationEssentials
internal import Glibc
internal import ProviderKit
internal import SQLite

/// Brings the index up to date with the music folders. It belongs to one thread.
final class Scanner {
  private let index: FileIndex
  private let roots: [[UInt8]]
  private let log: (String) -> Void
  /// The time that reading one file may take.
  var maxFileMs = TagReader.maxMs
  /// Called for each folder before its names are read, to watch it.
  var visit: ([UInt8]) -> Void = { _ in }
  private var scan = 0
  private var pending: [ReadFile] = []
  /// The files that are no longer in their folders.
  private var vanished: [Gone] = []
  private var seen = 0
  /// The number of files that the last scan has read.
  private(set) var readCount = 0
  private var lastReport = ContinuousClock.now
  private var lastFlush = ContinuousClock.now

  /// A file that is not where it was.
  private struct Gone {
    let row: Int
    let folder: [UInt8]
    let device: Int
  }

  /// Files that are stored in one step; fewer if reading them takes longer than a moment.
  private static let batch = 200
  private static let moment = Duration.milliseconds(250)
  /// Folders of views of the system, which have no files of a disk.
  private static let views = ["/proc", "/sys", "/dev"].map { Array($0.utf8) }
  /// Folders in folders are read up to this depth.
  private static let maxDepth = 100

  /// `roots` are the paths of the music folders.
  init(_ index: FileIndex, roots: [String], log: @escaping (String) -> Void = { _ in }) {
    self.index = index
    self.roots = Scanner.distinct(roots).map { Array($0.utf8) }
    self.log = log
  }

  /// The folders without those that lie in another one.
  static func distinct(_ roots: [String]) -> [String] {
    let paths = roots.map { root in
      var root = root
      while root.count > 1, root.hasSuffix("/") { root.removeLast() }
      return root
    }
    return Set(paths).sorted().filter { path in
      !paths.contains { path != $0 && path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
    }
  }

  /// Reads all that has changed since the last scan.
  func run() throws(DatabaseError) {
    let start = ContinuousClock.now
    (seen, readCount, lastReport, lastFlush) = (0, 0, start, start)
    index.report { ($0.isScanning, $0.count) = (true, 0) }
    defer {
      index.report { ($0.isScanning, $0.isComplete) = (false, true) }
      index.endWait()
    }
    scan = try index.use { tables throws(DatabaseError) in
      try (tables.rows("SELECT max(seen) FROM folders") { $0.integer(0) }.first ?? 0) + 1
    }
    var missing: [[UInt8]] = []
    for root in roots {
      visit(root)
      if let folder = FolderReader(root: root), try !isUnmounted(folder, root) {
        try read(folder, root, path: [], depth: 0)
      } else {
        missing.append(root)
      }
    }
    try flush()
    try removeVanished(missing)
    let names = missing.map(TagText.name)
    index.report { $0.missing = names }
    let tenths = Int((ContinuousClock.now - start) / .milliseconds(100))
    log("Read \(seen.pluralized("music file")) in \(tenths / 10).\(tenths % 10) s.")
    for name in names { log("The folder \"\(name)\" cannot be read now; its files stay listed.") }
  }

  /// Whether a folder that is empty is not the one whose files are known, but where its disk was mounted.
  private func isUnmounted(_ folder: FolderReader, _ root: [UInt8]) throws(DatabaseError) -> Bool {
    guard folder.isEmpty else { return false }
    return try index.use { tables throws(DatabaseError) in
      guard try !tables.isKnown(folder, root) else { return false }
      return try !tables.rows(
        "SELECT f.id FROM files f JOIN folders d ON d.id = f.folder WHERE root = ? LIMIT 1",
        [.bytes(root)]
      ) { _ in }.isEmpty
    }
  }

  /// The links in a folder that lead out of the music folders, so that what is behind them is not read.
  private func links(in folder: FolderReader, _ path: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    return folder.links.filter { name in
      guard let target = Scanner.target(Tables.path(path, name)) else { return false }
      return !roots.compactMap(Scanner.target).contains { root in
        target == root || target.starts(with: root.last == slash ? root : root + [slash])
      }
    }
  }

  /// A path without links.
  private static func target(_ path: [UInt8]) -> [UInt8]? {
    guard let found = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(found) }
    return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
  }

  /// Whether a folder can be read that could not be read before.
  var hasReturned: Bool {
    let missing = index.state.missing
    return roots.contains { root in
      missing.contains(TagText.name(root)) && FolderReader(root: root).map { !$0.isEmpty } == true
    }
  }

  private func read(
    _ folder: FolderReader,
    _ root: [UInt8],
    path: [UInt8],
    depth: Int
  ) throws(DatabaseError) {
    let found = IndexFolder(
      root: root,
      path: path,
      inode: folder.inode,
      device: folder.device,
      picture: folder.picture,
      pictureStamp: folder.pictureStamp,
      links: links(in: folder, Tables.path(root, path))
    )
    let scan = scan
    let (row, known) = try index.use { tables throws(DatabaseError) in
      let row = try tables.folder(found, scan: scan)
      return (row, try tables.files(in: row))
    }
    var left = known
    for file in folder.music {
      let old = left.removeValue(forKey: file.name)
      try look(at: file, old, in: folder, row, path)
    }
    let whole = Tables.path(root, path)
    vanished += left.values.map { Gone(row: $0.row, folder: whole, device: $0.stamp.device) }
    report()
    guard depth < Scanner.maxDepth else { return }
    for name in folder.folders {
      let inner = Tables.path(path, name)
      guard !Scanner.views.contains(Tables.path(root, inner)) else { continue }
      visit(Tables.path(root, inner))
      if let next = FolderReader(name, in: folder) {
        try read(next, root, path: inner, depth: depth + 1)
      }
    }
  }

  /// Reads a file if it is new or has changed.
  private func look(
    at file: FolderReader.File,
    _ old: KnownFile?,
    in folder: FolderReader,
    _ row: Int,
    _ path: [UInt8]
  ) throws(DatabaseError) {
    seen += 1
    report()
    if let old, file.stamp.isUnchanged(since: old.stamp) {
      guard old.stamp.device != file.stamp.device || !old.isAvailable else { return }
      return try index.use { tables throws(DatabaseError) in
        try tables.run(
          "UPDATE files SET device = ?, isAvailable = 1 WHERE id = ?",
          [.integer(file.stamp.device), .integer(old.row)]
        )
      }
    }
    var new = ReadFile(row: old?.row, folder: row, name: file.name, stamp: file.stamp)
    readCount += 1
    do {
      try new.read(in: folder, path, maxMs: maxFileMs)
    } catch {
      let name = TagText.name(Tables.path(path, file.name))
      log(
        "\"\(name)\" was not read within \(maxFileMs / 1000) s; it is tried again at the next scan."
      )
      guard old == nil else { return }
      new.stamp.size = -1
    }
    pending.append(new)
    if pending.count >= Scanner.batch || ContinuousClock.now - lastFlush > Scanner.moment {
      try flush()
    }
  }

  /// Stores what was read.
  private func flush() throws(DatabaseError) {
    let (files, seen) = (pending, seen)
    (pending, lastFlush) = ([], .now)
    index.report { $0.count = seen }
    try index.use { tables throws(DatabaseError) in
      try tables.database.transaction { () throws(DatabaseError) in
        for var file in files {
          if file.row == nil { file.row = try tables.moved(file.stamp, hash: file.hash)?.row }
          try tables.store(file)
        }
        try tables.formAlbums()
      }
    }
    if !files.isEmpty { index.endWait() }
  }

  /// Reports the progress once a second; calls wait no longer for the first files.
  private func report() {
    guard ContinuousClock.now - lastReport >= .seconds(1) else { return }
    lastReport = .now
    index.endWait()
    log("Reading music files: \(seen) so far.")
  }
}

extension ReadFile {
  /// Reads the file; one that cannot be opened is tried again only when it has changed, like one that is not music.
  fileprivate mutating func read(
    in folder: FolderReader,
    _ path: [UInt8],
    maxMs: Int
  ) throws(TagReader.TimeLimitExceeded) {
    let text = TagText.name(name)
    guard let opened = folder.open(name),
      let contents = try TagReader.contents(of: opened.descriptor, named: text, maxMs: maxMs)
    else { return }
    let folders = path.split(separator: UInt8(ascii: "/")).map { TagText.name(Array($0)) }
    tags = FileTags(contents.values)
      .completed(folders: folders, file: text, isNumbered: folder.isNumbered)
    hash = opened.contentHash
    (durationMs, bitrateKbps) = (contents.durationMs, contents.bitrateKbps)
    pictureCount = contents.pictureCount
    album = Tables.albumKey(of: tags, folder: path)
  }
}

/// Files that are gone.
extension Scanner {
  /// Removes the files that are gone, unless their disk is.
  private func removeVanished(_ missing: [[UInt8]]) throws(DatabaseError) {
    let (roots, scan, files) = (roots, scan, vanished)
    vanished = []
    try index.use { tables throws(DatabaseError) in
      try tables.database.transaction { () throws(DatabaseError) in
        for root in missing { try tables.setUnavailable(root: root) }
        let unseen = try tables.unseenFiles(in: scan)
        let gone = unseen.filter { !missing.contains($0.root) }
        for file in gone {
          let folder = Tables.path(file.root, file.path)
          let isConfigured = roots.contains(file.root)
          let isHidden =
            isConfigured && Scanner.isUnreachable(folder, of: file.device, isUnseen: true)
          try tables.end(file.row, isHidden: isHidden)
        }
        for file in files where try tables.folderPath(of: file.row) == file.folder {
          guard try !tables.exists(file.row) else { continue }
          let isHidden = Scanner.isUnreachable(file.folder, of: file.device, isUnseen: false)
          try tables.end(file.row, isHidden: isHidden)
        }
        try tables.removeFolders(unseenIn: scan)
        try tables.formAlbums()
      }
    }
  }

  /// Whether a folder cannot be read, or lies on a disk that is not mounted: the nearest folder that exists is
  /// on another one.
  private static func isUnreachable(_ folder: [UInt8], of device: Int, isUnseen: Bool) -> Bool {
    var path = folder
    var status = stat()
    // A file that has taken the place of a folder is none.
    while withPath(path, { stat($0, &status) }) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return false }
      path.removeSubrange(slash...)
    }
    if isUnseen, path == folder { return true }
    return Int(truncatingIfNeeded: status.st_dev) != device
  }
}
