/// A tar archive of a few regular files, in the ustar format of POSIX, which every `tar` lists and unpacks.
///
/// Reading accepts only what writing makes: each header must be the one of its name, size and time, byte by byte.
/// So there is no link, no directory and no other kind of entry to be careful with.
enum TarArchive {
  struct Entry: Hashable {
    let name: String
    let contents: ArraySlice<UInt8>
  }

  /// The archive was cut off or changed.
  struct Damage: Error, Hashable {}

  private static let blockBytes = 512
  /// The end is marked by two blocks of zeros.
  private static let endBytes = 2 * blockBytes

  /// The archive of files with names of at most 100 bytes of ASCII, all with the same time in seconds since 1970.
  static func bytes(of entries: [Entry], at seconds: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let size = entries.reduce(endBytes) { $0 + blockBytes + padded($1.contents.count) }
    bytes.reserveCapacity(size)
    for entry in entries {
      bytes += header(entry.name, size: entry.contents.count, at: seconds)
      bytes += entry.contents
      let padding = padded(entry.contents.count) - entry.contents.count
      bytes.append(contentsOf: repeatElement(0, count: padding))
    }
    bytes.append(contentsOf: repeatElement(0, count: endBytes))
    return bytes
  }

  /// Reads an archive entry by entry.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next entry; `nil` after the last.
    mutating func next() throws(Damage) -> Entry? {
      guard let first = rest.first, first != 0 else {
        guard rest.count == endBytes, rest.allSatisfy({ $0 == 0 }) else { throw Damage() }
        return nil
      }
      let block = rest.prefix(blockBytes)
      let name = String(decoding: block.prefix(nameBytes).prefix { $0 != 0 }, as: UTF8.self)
      guard block.count == blockBytes, name.utf8.count <= nameBytes,
        let size = number(in: block, at: sizeOffset), let time = number(in: block, at: timeOffset),
        block.elementsEqual(header(name, size: size, at: time))
      else { throw Damage() }
      rest = rest.dropFirst(blockBytes)
      let padding = rest.prefix(padded(size)).dropFirst(size)
      guard padded(size) <= rest.count, padding.allSatisfy({ $0 == 0 }) else { throw Damage() }
      let entry = Entry(name: name, contents: rest.prefix(size))
      rest = rest.dropFirst(padded(size))
      return entry
    }
  }

  private static let nameBytes = 100
  private static let sizeOffset = 124
  private static let timeOffset = 136
  private static let sumOffset = 148
  private static let digits = 11

  private static func padded(_ count: Int) -> Int {
    (count + blockBytes - 1) / blockBytes * blockBytes
  }

  private static func header(_ name: String, size: Int, at seconds: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockBytes)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    // Mode, user and group: that of the one who unpacks it.
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(size, digits), at: sizeOffset)
    put(octal(seconds, digits), at: timeOffset)
    // The sum is made with spaces in its place.
    put("        ", at: sumOffset)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    let sum = block.reduce(0) { $0 + Int($1) }
    put("\(octal(sum, 6))\u{0} ", at: sumOffset)
    return block
  }

  private static func octal(_ number: Int, _ width: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func number(in block: ArraySlice<UInt8>, at offset: Int) -> Int? {
    let text = block.dropFirst(offset).prefix(digits)
    guard text.count == digits, text.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 8 + Int($1 - 0x30) }
  }
}
