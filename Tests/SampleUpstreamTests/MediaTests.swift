import HTTPServer
import Testing

@testable import musicbus_sample_upstream

@Suite("Images and previews")
struct MediaTests {
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

  @Test("depend only on the name, not on the size")
  func names() {
    func colours(_ name: String, _ size: Int) -> [UInt8] {
      Array(Picture(name: name, width: size, height: size).png[37..<93])
    }
    #expect(colours("a", 80) == colours("a", 160))
    #expect(colours("a", 80) != colours("b", 80))
  }

  @Test("have standard checksums")
  func checksums() {
    let bytes = Array("123456789".utf8)
    #expect(Deflate.crc32(bytes) == 0xcbf4_3926)
    #expect(Deflate.adler32(bytes) == 0x091e_01de)
  }

  @Test("last one and a half seconds")
  func tone() {
    let response = HTTPQuery.response("/preview/AudioPreview122/v4/a/b.m4a")
    #expect(response.contentType == "audio/wav")
    #expect(response.content.count == 44 + 16_000 * 3)
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
    let pixels = Self.inflateStored(data)
    isWhole =
      areSumsRight && rest.isEmpty && chunks["IEND"] == [] && chunks["PLTE"]?.count == 48
      && pixels?.count == height * (1 + (width + 1) / 2)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func inflateStored(_ data: [UInt8]) -> [UInt8]? {
    guard data.starts(with: [0x78, 0x01]) else { return nil }
    var rest = data.dropFirst(2)
    var output: [UInt8] = []
    while true {
      let head = Array(rest.prefix(5))
      guard head.count == 5, head[1] == ~head[3], head[2] == ~head[4] else { return nil }
      let count = Int(head[1]) | Int(head[2]) << 8
      output += rest.dropFirst(5).prefix(count)
      rest = rest.dropFirst(5 + count)
      if head[0] == 1 { break }
    }
    let sum = number(rest)
    return rest.count == 4 && sum == Int(Deflate.adler32(output)) ? output : nil
  }
}
