import Glibc

/// A colour of the screen.
struct Color: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ hex: Int) {
    red = Double(hex >> 16 & 0xff)
    green = Double(hex >> 8 & 0xff)
    blue = Double(hex & 0xff)
  }

  /// Between this colour and another one: 0 is this one.
  func mixed(_ other: Color, _ share: Double) -> Color {
    var mixed = self
    mixed.red += (other.red - red) * share
    mixed.green += (other.green - green) * share
    mixed.blue += (other.blue - blue) * share
    return mixed
  }

  var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// A shape in units of the larger side of a picture: the one part of each line that it covers.
struct Shape: Sendable {
  /// The lines that it reaches.
  let rows: ClosedRange<Double>
  /// The part that it covers of the line at a height.
  let part: @Sendable (_ y: Double) -> (Double, Double)?
}

/// A picture that is drawn line by line: every shape covers one part of a line, whose edges are soft.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]
  private let scale: Double
  private let left: Double
  private let top: Double

  /// The unit square is cut to the form of the picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    scale = Double(max(width, height))
    left = (scale - Double(width)) / 2
    top = (scale - Double(height)) / 2
    pixels = Array(repeating: 0, count: width * height)
  }

  /// Fills a shape with colours from top to bottom of the picture.
  mutating func fill(_ upper: Color, _ lower: Color, opacity: Double = 1, _ shape: Shape) {
    let first = max(0, Int((shape.rows.lowerBound * scale - top).rounded(.down)))
    let last = min(height, Int((shape.rows.upperBound * scale - top).rounded(.up)))
    guard first < last else { return }
    for row in first..<last {
      let paint = upper.mixed(lower, (Double(row) + top) / scale)
      let parts = [0.125, 0.375, 0.625, 0.875].compactMap { part -> (Double, Double)? in
        guard let (from, to) = shape.part((Double(row) + part + top) / scale) else { return nil }
        let (start, end) = (max(0, from * scale - left), min(Double(width), to * scale - left))
        return start < end ? (start, end) : nil
      }
      if !parts.isEmpty { draw(parts, row, paint, opacity) }
    }
  }

  mutating func fill(_ color: Color, opacity: Double = 1, _ shape: Shape) {
    fill(color, color, opacity: opacity, shape)
  }

  /// Draws one line; `parts` are what the shape covers in its four quarters.
  private mutating func draw(
    _ parts: [(Double, Double)],
    _ row: Int,
    _ paint: Color,
    _ opacity: Double
  ) {
    let outer = (parts.map(\.0).min() ?? 0, parts.map(\.1).max() ?? 0)
    let inner = (parts.map(\.0).max() ?? 0, parts.map(\.1).min() ?? 0)
    let isWhole = parts.count == 4 && opacity == 1 && inner.0.rounded(.up) < inner.1.rounded(.down)
    let solid = isWhole ? Int(inner.0.rounded(.up))..<Int(inner.1.rounded(.down)) : 0..<0
    var column = Int(outer.0)
    while column < min(width, Int(outer.1.rounded(.up))) {
      if column == solid.lowerBound, isWhole {
        fill(row * width + column, solid.count, paint.rgb)
        column = solid.upperBound
        continue
      }
      let (start, end) = (Double(column), Double(column + 1))
      let covered = parts.reduce(0) { $0 + max(0, min(end, $1.1) - max(start, $1.0)) } / 4
      let index = row * width + column
      pixels[index] = Color(Int(pixels[index])).mixed(paint, covered * opacity).rgb
      column += 1
    }
  }

  /// Fills pixels of a line by copying those that are filled already.
  private mutating func fill(_ start: Int, _ count: Int, _ rgb: UInt32) {
    pixels[start] = rgb
    pixels.withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress?.advanced(by: start * 4) else { return }
      var filled = 1
      while filled < count {
        let more = min(filled, count - filled)
        first.advanced(by: filled * 4).copyMemory(from: first, byteCount: more * 4)
        filled += more
      }
    }
  }
}

/// Shapes in the unit square.
extension Shape {
  static let everything = Shape(rows: -1...2) { _ in (-1, 2) }

  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
    ellipse(x, y, radius, radius)
  }

  static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
    Shape(rows: (y - height)...(y + height)) { line in
      let rest = 1 - (line - y) * (line - y) / (height * height)
      guard rest > 0 else { return nil }
      let half = rest.squareRoot() * width
      return (x - half, x + half)
    }
  }

  static func rectangle(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Shape {
    Shape(rows: y) { y.contains($0) ? (x.lowerBound, x.upperBound) : nil }
  }

  /// The part of this shape inside a rectangle.
  func clipped(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Shape {
    Shape(rows: y) { line in
      guard y.contains(line), let (from, to) = part(line) else { return nil }
      return (max(from, x.lowerBound), min(to, x.upperBound))
    }
  }

  /// A convex polygon.
  static func polygon(_ corners: [(Double, Double)]) -> Shape {
    let heights = corners.map(\.1)
    return Shape(rows: (heights.min() ?? 0)...(heights.max() ?? 0)) { line in
      var part: (Double, Double)?
      var (x, y) = corners[corners.count - 1]
      for (nextX, nextY) in corners {
        if (y <= line) != (nextY <= line) {
          let crossing = x + (line - y) / (nextY - y) * (nextX - x)
          part = (min(part?.0 ?? crossing, crossing), max(part?.1 ?? crossing, crossing))
        }
        (x, y) = (nextX, nextY)
      }
      return part
    }
  }

  /// A line of a pen; `pen` is half its width.
  static func stroke(_ from: (Double, Double), _ to: (Double, Double), _ pen: Double) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1)
    let length = max(1e-9, (dx * dx + dy * dy).squareRoot())
    let (nx, ny) = (-dy / length * pen, dx / length * pen)
    return polygon([
      (from.0 + nx, from.1 + ny), (to.0 + nx, to.1 + ny), (to.0 - nx, to.1 - ny),
      (from.0 - nx, from.1 - ny),
    ])
  }
}
