import Foundation
import HTTPServer

/// Pictures at the addresses of the APIs, drawn in the size that the address contains, and a tone for each
/// preview of a song.
///
/// They are PNG and WAV whatever the extension says: a reader has to check the bytes or the content
/// type, as with real ones.
struct MediaSource: Sendable {
  private let path: [String]

  init(_ request: HTTPRequest) { path = request.path }

  func response() -> HTTPResponse {
    switch (path.first, path.dropFirst().first) {
    case ("artwork", "image"): storePicture()
    case ("artwork", "images"): audioDBPicture()
    case ("preview", _): preview()
    default: .notFound
    }
  }

  private func preview() -> HTTPResponse {
    guard path.count > 1, let file = path.last,
      file.hasSuffix(".m4a") || path[1] == "deezer" && file.hasSuffix(".mp3")
    else { return .notFound }
    return HTTPResponse(200, type: "audio/wav", Tone(name: file).wav)
  }

  /// `/artwork/image/thumb/…/100x100bb.jpg`: any width and height, in any of the store's types.
  private func storePicture() -> HTTPResponse {
    guard path.count > 4, let size = Self.size(path[path.count - 1]) else { return .notFound }
    return picture(path.dropLast().joined(separator: "/"), size.width, size.height)
  }

  /// `/artwork/images/media/{artist|album}/{category}/NAME.jpg[/preview|/small|/medium]`.
  private func audioDBPicture() -> HTTPResponse {
    guard path.count == 6 || path.count == 7, let size = Self.shelves[path[4]] else {
      return .notFound
    }
    var scale = size
    if path.count == 7 {
      guard let width = Self.variants[path[6]] else { return .notFound }
      scale = (width, max(1, size.1 * width / size.0))
    }
    return picture(path[..<6].joined(separator: "/"), scale.0, scale.1)
  }

  private static let shelves = [
    "thumb": (700, 700), "logo": (800, 310), "fanart": (1000, 562), "banner": (1000, 185),
  ]

  private static let variants = ["preview": 200, "small": 250, "medium": 500]

  private func picture(_ name: String, _ width: Int, _ height: Int) -> HTTPResponse {
    HTTPResponse(200, type: "image/png", Picture(name: name, width: width, height: height).png)
      .adding(["Cache-Control": "public, max-age=86400"])
  }

  /// `600x600bb.jpg`, `100x100bb-85.png`, `100x100-75.jpg`.
  private static func size(_ file: String) -> (width: Int, height: Int)? {
    let parts = file.split(separator: ".")
    guard parts.count == 2, ["jpg", "png", "webp"].contains(parts[1]) else { return nil }
    let numbers = parts[0].split(separator: "x")
    guard numbers.count == 2, let width = Int(numbers[0]),
      let height = Int(numbers[1].prefix { $0.isNumber }), width > 0, height > 0
    else { return nil }
    return (width, height)
  }
}

/// The picture that belongs to a name: mirrored blocks in four colours, lighter at the top.
struct Picture: Sendable {
  static let maxSize = 1000
  private static let cells = 8

  private let hash: UInt64
  private let width: Int
  private let height: Int

  /// A size over the bound is brought down to it, one below 1 up.
  init(name: String, width: Int, height: Int) {
    hash = stableHash("picture/" + name)
    self.width = min(max(1, width), Self.maxSize)
    self.height = min(max(1, height), Self.maxSize)
  }

  /// A PNG of 16 colours, without compression: any reader takes it, and no library is needed.
  var png: [UInt8] {
    // 4 bits a pixel, colours by number, then the only known compression, filter and no interlace.
    let header = bigEndian(width) + bigEndian(height) + [4, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("PLTE", palette) + chunk("IDAT", Deflate.zlib(pixels)) + chunk("IEND", [])
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(Deflate.crc32(body)))
  }

  /// The lines, each after its filter. Those of one row of cells are alike, so each is made once for
  /// each shade.
  private var pixels: [UInt8] {
    var known: [Int: [UInt8]] = [:]
    return (0..<height).flatMap { y -> [UInt8] in
      let (row, shade) = (y * Self.cells / height, y * 4 / height)
      let line = known[row * 4 + shade] ?? [0] + line(row, shade)
      known[row * 4 + shade] = line
      return line
    }
  }

  /// Two pixels to a byte, the left one high.
  private func line(_ row: Int, _ shade: Int) -> [UInt8] {
    let pixels = (0..<width).map { x -> UInt8 in
      let column = x * Self.cells / width
      let mirrored = min(column, Self.cells - 1 - column)
      let colour = Int(truncatingIfNeeded: hash >> UInt64((row * 4 + mirrored) * 2)) & 3
      return UInt8(colour * 4 + shade)
    }
    return stride(from: 0, to: width, by: 2).map { x in
      pixels[x] << 4 | (x + 1 < width ? pixels[x + 1] : 0)
    }
  }

  /// Four colours far apart on the wheel, each in four shades: red, green and blue of each.
  private var palette: [UInt8] {
    (0..<16).flatMap { number -> [UInt8] in
      let base = Int(truncatingIfNeeded: hash >> UInt64(number / 4 * 13))
      let light = 100 - number % 4 * 18
      return [0, 5, 9].map { UInt8((40 + (base >> $0) & 0xbf) * light / 100) }
    }
  }
}

/// A second and a half of a tone that belongs to a name, where the store has thirty of the song.
struct Tone: Sendable {
  static let sampleRate = 16_000

  private let frequency: Double

  /// One of 15 notes that go well together.
  init(name: String) {
    let note = stableNumber("tone/" + name, below: 15)
    let semitones = [0, 2, 4, 7, 9][note % 5] + 12 * (note / 5)
    frequency = 220 * pow(2, Double(semitones) / 12)
  }

  /// Mono, 16 bits.
  var wav: [UInt8] {
    let samples = samples
    let (size, rate) = (samples.count * 2, Self.sampleRate)
    let format =
      littleEndian(16, 4) + littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(rate, 4)
      + littleEndian(rate * 2, 4) + littleEndian(2, 2) + littleEndian(16, 2)
    return Array("RIFF".utf8) + littleEndian(36 + size, 4) + Array("WAVEfmt ".utf8) + format
      + Array("data".utf8) + littleEndian(size, 4) + samples.flatMap { littleEndian($0, 2) }
  }

  /// Swells and fades, so that it neither starts nor ends with a click.
  private var samples: [Int] {
    let count = Self.sampleRate * 3 / 2
    let edge = Double(Self.sampleRate) / 10
    return (0..<count).map { index in
      let position = Double(index)
      let loudness = min(1, position / edge, (Double(count) - position) / edge)
      let wave = sin(2 * .pi * frequency * position / Double(Self.sampleRate))
      return Int(wave * loudness * 12_000)
    }
  }

  private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Deflate streams without compression: any reader takes them, and no library is needed.
enum Deflate {
  /// In zlib's frame, as PNG has it.
  static func zlib(_ content: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + blocks(content) + bigEndian(Int(adler32(content)))
  }

  /// In gzip's frame, as HTTP has it.
  static func gzip(_ content: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
    let trailer = bigEndian(Int(crc32(content))).reversed()
    return header + blocks(content) + trailer + bigEndian(content.count).reversed()
  }

  /// A stored block holds up to 65,535 bytes; the last one is marked.
  private static func blocks(_ content: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(content.count + 5 * (content.count / 65_535 + 1))
    var start = 0
    repeat {
      let end = min(start + 65_535, content.count)
      let count = UInt16(end - start)
      output.append(end == content.count ? 1 : 0)
      for word in [count, ~count] {
        output += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
      }
      output += content[start..<end]
      start = end
    } while start < content.count
    return output
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (sum >> 8) ^ crcTable[Int((sum ^ UInt32(byte)) & 0xff)]
    }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

/// The four bytes of a number, highest first.
private func bigEndian(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
