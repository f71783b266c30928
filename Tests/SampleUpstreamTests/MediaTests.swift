import HTTPServer
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("Images and previews")
struct MediaTests {
  @Test("letter any title, on at most as many lines as there is room for", arguments: 1...3)
  func titles(_ count: Int) throws {
    let text = try PackageRoot.text("Sources/Tools/musicbus-sample-upstream/catalogue.txt")
    let titles = text.split(separator: "\n").map { String($0.prefix { $0 != "|" }) }
    for title in titles + ["", " ", "a b c d e f g h i j k l m n o p q r s t u v w x y z"] {
      #expect((1...count).contains(Lettering.lines(title, count).count), "\(title)")
      if count == 3 { _ = Picture(.album(title: title, artist: title), width: 8, height: 8).canvas }
    }
  }

  @Test(
    "have the size given in a store URL",
    arguments: [
      ("100x100bb.jpg", 100, 100), ("600x600bb.jpg", 600, 600), ("55x55bb-85.png", 55, 55),
      ("3x7bb.png", 3, 7), ("4000x3000bb.jpg", 1000, 1000), ("100x100-75.jpg", 100, 100),
    ]
  )
  func storeSizes(_ file: String, _ width: Int, _ height: Int) throws {
    let response = HTTPQuery.response("/artwork/image/thumb/Music221/v4/aa/source/" + file)
    #expect(response.contentType == "image/png")
    let picture = try #require(ReadPNG(response.content))
    #expect(picture.width == width)
    #expect(picture.height == height)
    #expect(picture.isWhole)
  }

  @Test(
    "are small for TheAudioDB URLs with a size suffix",
    arguments: [("", 700), ("/preview", 200), ("/small", 250), ("/medium", 500)]
  )
  func audioDBSizes(_ suffix: String, _ width: Int) throws {
    let address = "/artwork/images/media/artist/thumb/abc.jpg" + suffix
    let picture = try #require(ReadPNG(HTTPQuery.response(address).content))
    #expect(picture.width == width)
    #expect(picture.isWhole)
  }

  @Test(
    "are not found at other URLs",
    arguments: [
      "/artwork", "/artwork/image/thumb/x/y/big.jpg", "/artwork/image/thumb/x/y/0x0bb.jpg",
      "/artwork/images/media/artist/attic/a.jpg", "/preview", "/preview/x.mp3",
      "/artwork/images/media/artist/thumb/a.jpg/huge", "/artwork/image/thumb/x/y/axbbb.jpg",
    ]
  )
  func notFound(_ target: String) {
    #expect(HTTPQuery.response(target).status == 404)
  }

  @Test("show the same in every size")
  func sizes() {
    func corner(_ title: String, _ size: Int) -> [UInt32] {
      let subject = Picture.Subject.album(title: title, artist: "x")
      let canvas = Picture(subject, width: size, height: size).canvas
      return [canvas.pixels[0], canvas.pixels[size * size - 1]]
    }
    // A gradient may end a shade earlier.
    let (small, large) = (corner("a", 80)[1], corner("a", 160)[1])
    for shift in [0, 8, 16] {
      #expect(abs(Int(small >> shift & 0xff) - Int(large >> shift & 0xff)) <= 2)
    }
    #expect(corner("a", 80) != corner("b", 80))
  }

  @Test("show one album alike at every source")
  func sources() {
    let source = SampleSource()
    let subjects = PictureSubjects(source.catalog, source.library)
    let (store, other) = (source.catalog.storeAlbums[0], source.library.releases[0])
    let name = StoreLinks.pictureName(store)
    #expect(store.album.title == other.album.title)
    #expect(subjects.subject(of: ["thumb", name]) == subjects.subject(of: ["cover", other.group]))
  }

  @Test("have standard checksums")
  func checksums() {
    #expect(Deflate.crc32(Array("123456789".utf8)) == 0xcbf4_3926)
  }

  @Test("last four seconds")
  func melody() {
    let response = HTTPQuery.response("/preview/AudioPreview122/v4/a/b.m4a")
    #expect(response.contentType == "audio/wav")
    #expect(response.content.count == 44 + 16_000 * 2 * 4)
    #expect(response.content.starts(with: Array("RIFF".utf8)))
    #expect(response.content[8..<16].elementsEqual(Array("WAVEfmt ".utf8)))
  }
}

/// A strict PNG reader for tests.
struct ReadPNG {
  let width: Int
  let height: Int
  /// Whether checksums, end and number of pixels are valid.
  let isWhole: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
    var rest = bytes.dropFirst(8)
    var chunks: [String: [UInt8]] = [:]
    var areSumsRight = true
    while rest.count >= 12 {
      let count = Self.number(rest.prefix(4))
      let body = Array(rest.dropFirst(4).prefix(4 + count))
      let sum = Self.number(rest.dropFirst(8 + count).prefix(4))
      areSumsRight = areSumsRight && Int(Deflate.crc32(body)) == sum
      chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
      rest = rest.dropFirst(12 + count)
    }
    guard let header = chunks["IHDR"], header.count == 13, let data = chunks["IDAT"] else {
      return nil
    }
    width = Self.number(header.prefix(4))
    height = Self.number(header[4..<8])
    let pixels = Inflater(data).output
    isWhole =
      areSumsRight && rest.isEmpty && chunks["IEND"] == []
      && pixels?.count == height * (1 + 3 * width)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Reads a zlib stream of one block with the fixed codes (RFC 1951, 3.2.6).
private struct Inflater {
  private let data: [UInt8]
  private var position = 16

  init(_ data: [UInt8]) { self.data = data }

  /// The content; `nil` if the stream is invalid, or its checksum does not match.
  var output: [UInt8]? {
    var reader = self
    guard data.starts(with: [0x78, 0x01]), reader.bits(3) == 0b011 else { return nil }
    var output: [UInt8] = []
    while let symbol = reader.symbol(), symbol != 256 {
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let length = reader.length(symbol)
      let distance = reader.code(5) + 1
      guard distance <= 4, distance <= output.count else { return nil }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    let rest = data.dropFirst((reader.position + 7) / 8)
    var (low, high) = (1, 0)
    for byte in output {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return rest.reduce(0) { $0 << 8 | Int($1) } == high << 16 | low ? output : nil
  }

  private mutating func bits(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, bit in value | next() << bit }
  }

  private mutating func code(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in value << 1 | next() }
  }

  private mutating func next() -> Int {
    guard position / 8 < data.count else { return 0 }
    defer { position += 1 }
    return Int(data[position / 8] >> (position % 8) & 1)
  }

  private mutating func symbol() -> Int? {
    guard position / 8 < data.count else { return nil }
    var value = code(7)
    if value < 24 { return 256 + value }
    value = value << 1 | next()
    if value < 0xc0 { return value - 0x30 }
    if value < 0xc8 { return 280 + value - 0xc0 }
    return 144 + (value << 1 | next()) - 0x190
  }

  private mutating func length(_ symbol: Int) -> Int {
    guard symbol < 285 else { return 258 }
    guard symbol >= 265 else { return symbol - 254 }
    let extra = (symbol - 261) / 4
    return 3 + ((4 + (symbol - 261) % 4) << extra) + bits(extra)
  }
}
