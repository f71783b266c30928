/// The picture that belongs to a name: mirrored blocks in four colours, lighter at the top.
struct Picture: Hashable, Sendable {
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

  var png: PNG {
    // Lines of one row of cells are alike, so each is made once for each shade.
    var made: [Int: [UInt8]] = [:]
    let lines = (0..<height).map { y -> [UInt8] in
      let row = y * Self.cells / height
      let shade = y * 4 / height
      if let line = made[row * 4 + shade] { return line }
      let line = line(row, shade)
      made[row * 4 + shade] = line
      return line
    }
    return PNG(width: width, height: height, palette: palette, lines: lines)
  }

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

  /// Four colours far apart on the wheel, each in four shades.
  private var palette: [PNG.Colour] {
    (0..<4).flatMap { colour in
      (0..<4).map { shade in
        let base = Int(truncatingIfNeeded: hash >> UInt64(colour * 13))
        let light = 100 - shade * 18
        func level(_ shift: Int) -> UInt8 { UInt8((40 + (base >> shift) & 0xbf) * light / 100) }
        return PNG.Colour(red: level(0), green: level(5), blue: level(9))
      }
    }
  }
}
