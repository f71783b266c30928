internal import Glibc

/// An open folder, and what is in it.
///
/// Links are not followed, so that nothing outside the music folders is read, and nothing twice.
final class FolderReader {
  /// A file of a folder.
  struct File: Hashable {
    var name: [UInt8]
    var stamp: FileStamp
  }

  let descriptor: CInt
  let (inode, device): (Int, Int)
  private(set) var music: [File] = []
  private(set) var folders: [[UInt8]] = []
  /// The links to music and to other folders, which are not followed.
  private(set) var links: [[UInt8]] = []
  /// The picture of the album in it, and the time of its last change; empty without one.
  private(set) var picture: [UInt8] = []
  private(set) var pictureStamp = 0
  /// Whether it holds anything at all.
  private(set) var isEmpty = true

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK
  /// Names of pictures of an album, the best first.
  private static let pictureNames = ["cover", "folder", "front", "album"]
  private static let pictureExtensions: Set<String> = ["jpg", "jpeg", "png", "webp", "gif"]

  /// Opens a music folder, which may be a link.
  init?(root path: [UInt8]) {
    let found = withPath(path) { Glibc.open($0, FolderReader.flags) }
    guard found >= 0 else { return nil }
    descriptor = found
    (inode, device) = FolderReader.identity(of: found)
    guard read() else { return nil }
  }

  /// Opens a folder in another one.
  init?(_ name: [UInt8], in parent: FolderReader) {
    let found = withPath(name) { openat(parent.descriptor, $0, FolderReader.flags | O_NOFOLLOW) }
    guard found >= 0 else { return nil }
    descriptor = found
    (inode, device) = FolderReader.identity(of: found)
    guard read() else { return nil }
  }

  deinit { close(descriptor) }

  private static func identity(of descriptor: CInt) -> (inode: Int, device: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (0, 0) }
    return (Int(truncatingIfNeeded: status.st_ino), Int(truncatingIfNeeded: status.st_dev))
  }

  /// Reads the names; a folder with `.nomedia` counts as one without music.
  private func read() -> Bool {
    let copy = openat(descriptor, ".", FolderReader.flags)
    guard copy >= 0, let stream = fdopendir(copy) else { return false }
    defer { closedir(stream) }
    var names: [(name: [UInt8], type: UInt8)] = []
    var isHidden = false
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      isEmpty = false
      if name == Array(".nomedia".utf8) { isHidden = true }
      // Hidden files are settings, and the second forks of a Mac.
      if name.first != UInt8(ascii: ".") { names.append((name, entry.pointee.d_type)) }
    }
    guard errno == 0 else { return false }
    if isHidden { return true }
    var rank = Int.max
    for (name, type) in names.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      if type == UInt8(DT_DIR) {
        folders.append(name)
      } else if type == UInt8(DT_LNK) {
        addLink(name)
      } else if type == UInt8(DT_REG) || type == UInt8(DT_UNKNOWN) {
        add(name, type, &rank)
      }
    }
    return true
  }

  private func add(_ name: [UInt8], _ type: UInt8, _ rank: inout Int) {
    let (stem, ending) = FolderReader.parts(name)
    let isMusic = TagReader.extensions.contains(ending)
    let place =
      FolderReader.pictureExtensions.contains(ending)
      ? FolderReader.pictureNames.firstIndex(of: stem) : nil
    guard isMusic || place != nil || type == UInt8(DT_UNKNOWN) else { return }
    var status = stat()
    guard withPath(name, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      return
    }
    // Some file systems do not tell the type with the name.
    if status.st_mode & S_IFMT == S_IFDIR { return folders.append(name) }
    if status.st_mode & S_IFMT == S_IFLNK { return addLink(name) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let time = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
    if let place, place < rank {
      (rank, picture, pictureStamp) = (place, name, time)
    } else if isMusic {
      let stamp = FileStamp(
        size: Int(status.st_size),
        stamp: time,
        inode: Int(truncatingIfNeeded: status.st_ino),
        device: Int(truncatingIfNeeded: status.st_dev)
      )
      music.append(File(name: name, stamp: stamp))
    }
  }

  private func addLink(_ name: [UInt8]) {
    var status = stat()
    guard withPath(name, { fstatat(descriptor, $0, &status, 0) }) == 0 else { return }
    let isMusic =
      status.st_mode & S_IFMT == S_IFREG
      && TagReader.extensions.contains(FolderReader.parts(name).1)
    if isMusic || status.st_mode & S_IFMT == S_IFDIR { links.append(name) }
  }

  /// The name without its extension, and the extension, in lower case.
  private static func parts(_ name: [UInt8]) -> (String, String) {
    let text = TagText.name(name).lowercased()
    guard let dot = text.lastIndex(of: ".") else { return (text, "") }
    return (String(text[..<dot]), String(text[text.index(after: dot)...]))
  }

  /// Whether the names of its music begin with numbers of tracks.
  private(set) lazy var isNumbered = PathGuess.areNumbered(music.map { TagText.name($0.name) })

  /// Opens a file in it to be read, unless it has become something else.
  func open(_ name: [UInt8]) -> OpenedFile? {
    let found = withPath(name) {
      openat(descriptor, $0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    return found >= 0 ? OpenedFile(found) : nil
  }
}

/// A regular file that is open to be read.
final class OpenedFile {
  let descriptor: CInt
  let size: Int

  init?(_ descriptor: CInt) {
    self.descriptor = descriptor
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  /// Opens a path of the index.
  convenience init?(path: [UInt8]) {
    let found = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard found >= 0 else { return nil }
    self.init(found)
  }

  deinit { close(descriptor) }

  /// Reads up to `count` bytes at `offset`; fewer at the end.
  func bytes(from offset: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let wanted = max(0, min(count, size - offset))
    while bytes.count < wanted {
      var buffer = [UInt8](repeating: 0, count: min(wanted - bytes.count, 1 << 20))
      let length = pread(descriptor, &buffer, buffer.count, off_t(offset + bytes.count))
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { break }
      bytes += buffer.prefix(length)
    }
    return bytes
  }

  /// A value that files with equal contents have in common, from their size and some bytes in the middle,
  /// which tags at either end do not change.
  var contentHash: String {
    let sample = bytes(from: max(0, size / 2 - 4096), count: 8192)
    return FileID.hash(bytes: Array("\(size) ".utf8) + sample)
  }
}
