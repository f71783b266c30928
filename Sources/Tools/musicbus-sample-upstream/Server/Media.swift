import Glibc
import HTTPServer

/// Pictures at the addresses of the APIs, drawn in the size that the address contains, and a melody for each
/// preview of a song.
///
/// They are PNG and WAV whatever the extension says: a reader has to check the bytes or the content
/// type, as with real ones.
struct MediaSource: Sendable {
  private let subjects: PictureSubjects
  private let path: [String]

  init(_ subjects: PictureSubjects, _ request: HTTPRequest) {
    self.subjects = subjects
    path = request.path
  }

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
    return HTTPResponse(200, type: "audio/wav", Melody(name: file).wav)
  }

  /// `/artwork/image/thumb/…/100x100bb.jpg`: any width and height, in any of the store's types.
  private func storePicture() -> HTTPResponse {
    guard path.count > 4, let size = Self.size(path[path.count - 1]) else { return .notFound }
    return picture(path.dropLast(), size.width, size.height)
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
    return picture(path[..<6], scale.0, scale.1)
  }

  private static let shelves = [
    "thumb": (700, 700), "logo": (800, 310), "fanart": (1000, 562), "banner": (1000, 185),
  ]

  private static let variants = ["preview": 200, "small": 250, "medium": 500]

  private func picture(_ path: ArraySlice<String>, _ width: Int, _ height: Int) -> HTTPResponse {
    .picture(Picture(subjects.subject(of: path), width: width, height: height))
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

extension HTTPResponse {
  static func picture(_ picture: Picture) -> HTTPResponse {
    HTTPResponse(200, type: "image/png", PNG.bytes(picture.canvas))
  }
}

/// Four seconds of a melody that belongs to a name, where the store has thirty of the song.
struct Melody: Sendable {
  static let sampleRate = 16_000
  static let seconds = 4

  private let hash: UInt64

  init(name: String) { hash = stableHash("melody/" + name) }

  /// Sixteen notes that go well together, each on its own or, as a rest, the one before it.
  private var notes: [Double] {
    var step = Int(hash >> 60)
    return (0..<16).map { index in
      step = min(9, max(0, step + Int(hash >> (index * 3) & 7) - 3))
      let semitones = [0, 2, 4, 7, 9][step % 5] + 12 * (step / 5)
      return 196 * pow(2, Double(semitones + Int(hash >> 56 & 7)) / 12)
    }
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

  /// Plucked notes over a bass; each fades, so that nothing starts or ends with a click.
  private var samples: [Int] {
    let notes = notes
    let length = Self.sampleRate * Self.seconds / notes.count
    return (0..<Self.sampleRate * Self.seconds).map { index in
      let (note, place) = (index / length, index % length)
      let time = Double(index) / Double(Self.sampleRate)
      let edge = min(1, Double(place) / 120, Double(length - place) / 400)
      let fade = exp(-4 * Double(place) / Double(length)) * edge
      let bass = sin(.pi * notes[note / 8 * 8] * time) * min(1, Double(index) / 800)
      let end = min(1, Double(Self.sampleRate * Self.seconds - index) / 8000)
      let tone = sin(2 * .pi * notes[note] * time) + 0.3 * sin(4 * .pi * notes[note] * time)
      return Int((tone * fade * 8000 + bass * 3000) * end)
    }
  }

  private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Deflate streams without compression: any reader takes them, and no library is needed.
enum Deflate {
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
}
