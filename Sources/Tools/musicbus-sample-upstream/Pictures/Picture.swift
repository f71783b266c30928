import Glibc

/// The picture of an album or an artist, which belongs to the words: a sleeve with its title, or a
/// portrait in two colours.
struct Picture: Sendable {
  static let maxSize = 1000

  enum Subject: Hashable, Sendable {
    case album(title: String, artist: String)
    /// `people` stand in the portrait.
    case artist(String, people: Int)
  }

  private let subject: Subject
  private let width: Int
  private let height: Int
  private let colors: [Color]
  private let seed: String

  /// A size over the bound is brought down to it, one below 1 up.
  init(_ subject: Subject, width: Int, height: Int) {
    self.subject = subject
    self.width = min(max(1, width), Self.maxSize)
    self.height = min(max(1, height), Self.maxSize)
    seed =
      switch subject {
      case .album(let title, let artist): "sleeve/\(artist)/\(title)"
      case .artist(let name, _): "portrait/\(name)"
      }
    colors = Self.palettes[stableNumber(seed + "/palette", below: Self.palettes.count)]
      .map { Color($0) }
  }

  /// Paper, ink and three colours between them, which go well together.
  private static let palettes = [
    [0xf4ecd8, 0x1d2b3a, 0xe4572e, 0xf3a712, 0x669bbc],
    [0x10131f, 0xf6f1e7, 0x7c5cff, 0xff6f91, 0x2ec4b6],
    [0xf7d9c4, 0x2b2d42, 0xd8315b, 0xf18f01, 0x3e92cc],
    [0x0b3142, 0xf3e9d2, 0xf26430, 0x2a9d8f, 0xe9c46a],
    [0xe9e3d5, 0x222222, 0xc1121f, 0x003049, 0xd9a441],
    [0x2d1e2f, 0xfde8e9, 0xf15946, 0xf9c22e, 0x53b3cb],
    [0xdfe7e3, 0x16302b, 0x2f6690, 0xe07a5f, 0xf2cc8f],
    [0x14213d, 0xf5f3ee, 0xfca311, 0x8ecae6, 0xe63946],
    [0xfaf3dd, 0x3d405b, 0x81b29a, 0xe07a5f, 0xf2cc8f],
    [0x241023, 0xf4f1de, 0x6b0f1a, 0xd5573b, 0x94c9a9],
    [0x1b4332, 0xf1faee, 0x52b788, 0xf4a261, 0xe9d8a6],
    [0xf2e8cf, 0x2f3e46, 0x6a994e, 0xbc4749, 0xa7c957],
    [0x03071e, 0xfff3e0, 0xe85d04, 0xffba08, 0x9d0208],
    [0xe8e1ef, 0x231942, 0x5e548e, 0xbe95c4, 0xf28482],
  ]

  private var paper: Color { colors[0] }
  private var ink: Color { colors[1] }

  /// A colour that is neither paper nor ink.
  private func color(_ index: Int) -> Color { colors[2 + (index + turn) % 3] }
  private var turn: Int { stableNumber(seed + "/turn", below: 3) }

  /// A number from 0 up to 1 that belongs to the picture.
  private func number(_ name: String) -> Double {
    Double(stableNumber("\(seed)/\(name)", below: 1000)) / 1000
  }

  var canvas: Canvas {
    var canvas = Canvas(width: width, height: height)
    switch subject {
    case .album(let title, let artist): sleeve(title, artist, &canvas)
    case .artist(_, let people): portrait(min(4, max(1, people)), &canvas)
    }
    return canvas
  }

  // MARK: Sleeves

  private func sleeve(_ title: String, _ artist: String, _ canvas: inout Canvas) {
    let motifs = [sun, rings, circles, bands, tiles, hills, curtain, record, arches, prism]
    motifs[stableNumber(seed + "/motif", below: motifs.count)](&canvas)
    letter(Lettering.lettered(title), Lettering.lettered(artist), &canvas)
  }

  /// The title on up to three lines, and the artist below it.
  private func letter(_ title: String, _ artist: String, _ canvas: inout Canvas) {
    let lines = Lettering.lines(title, title.count > 26 ? 3 : title.count > 11 ? 2 : 1)
    let widest = lines.map { Lettering.width($0, height: 1) }.max() ?? 1
    let size = min([0.088, 0.064, 0.044][lines.count - 1], 0.84 / max(1, widest))
    for (index, line) in lines.enumerated() where !title.isEmpty {
      let y = 0.87 - size - Double(lines.count - 1 - index) * size * 1.55
      Lettering.write(line, at: (0.08, y), height: size, weight: 0.95, ink, on: &canvas)
    }
    let small = min(0.03, 0.84 / max(1, Lettering.width(artist, height: 1)))
    let shade = ink.mixed(paper, 0.25)
    Lettering.write(artist, at: (0.08, 0.915), height: small, weight: 0.85, shade, on: &canvas)
  }

  private func ground(_ canvas: inout Canvas, _ share: Double = 0.16) {
    canvas.fill(paper.mixed(color(2), share * 0.4), paper.mixed(color(0), share), .everything)
  }

  /// The place below the motif, for the title.
  private func foot(_ canvas: inout Canvas, from y: Double = 0.655) {
    canvas.fill(paper, .rectangle(-1...2, y...2))
  }

  private func sun(_ canvas: inout Canvas) {
    canvas.fill(paper.mixed(color(0), 0.55), paper.mixed(color(1), 0.35), .everything)
    let x = 0.35 + number("x") * 0.3
    canvas.fill(color(2), color(1), .circle(x, 0.4, 0.26))
    for stripe in 0..<6 {
      let y = 0.46 + Double(stripe) * 0.045
      canvas.fill(
        paper.mixed(color(0), 0.5 - Double(stripe) * 0.03),
        .rectangle(-1...2, y...(y + 0.006 + Double(stripe) * 0.004))
      )
    }
    foot(&canvas)
  }

  private func rings(_ canvas: inout Canvas) {
    ground(&canvas)
    let (x, y) = number("x") < 0.5 ? (0.0, 0.7) : (1.0, 0.7)
    for ring in 0..<7 {
      let shade = ring % 4 == 3 ? paper : color(ring)
      canvas.fill(shade, .circle(x, y, 0.8 - Double(ring) * 0.11))
    }
    foot(&canvas)
  }

  private func circles(_ canvas: inout Canvas) {
    ground(&canvas)
    let tilt = (number("tilt") - 0.5) * 0.16
    canvas.fill(color(0), .circle(0.36, 0.35 + tilt, 0.22))
    canvas.fill(color(1), opacity: 0.82, .circle(0.64, 0.35 - tilt, 0.22))
    canvas.fill(ink, .circle(0.5, 0.35, 0.055))
  }

  private func bands(_ canvas: inout Canvas) {
    ground(&canvas)
    let slope = number("slope") < 0.5 ? 0.5 : -0.5
    for band in 0..<4 {
      let x = 0.1 + Double(band) * 0.2 - slope * 0.2
      canvas.fill(
        color(band),
        color(band).mixed(paper, 0.25),
        .polygon([(x, -0.1), (x + 0.13, -0.1), (x + 0.13 + slope, 0.74), (x + slope, 0.74)])
      )
    }
    foot(&canvas)
  }

  private func tiles(_ canvas: inout Canvas) {
    canvas.fill(paper, .everything)
    let side = 0.25
    for row in 0..<3 {
      for column in 0..<4 {
        let (x, y) = (Double(column) * side, Double(row) * side)
        let cell = stableNumber("\(seed)/\(row)/\(column)", below: 12)
        let (box, tall) = (x...(x + side), y...min(0.655, y + side))
        if cell % 3 != 2 { canvas.fill(color(cell), .rectangle(box, tall)) }
        let (cx, cy) = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)][cell % 4]
        let form: Shape =
          cell < 8 ? .circle(cx, cy, side) : .circle(x + side / 2, y + side / 2, side * 0.3)
        canvas.fill(cell % 5 == 0 ? ink : color(cell + 1), form.clipped(box, tall))
      }
    }
  }

  private func hills(_ canvas: inout Canvas) {
    canvas.fill(color(0).mixed(paper, 0.55), paper.mixed(color(1), 0.3), .everything)
    canvas.fill(paper, .circle(0.25 + number("moon") * 0.5, 0.3, 0.09))
    for ridge in 0..<4 {
      let shade = color(0).mixed(ink, 0.12 + 0.2 * Double(ridge)).mixed(
        paper,
        0.32 - 0.1 * Double(ridge)
      )
      let base = 0.36 + Double(ridge) * 0.1
      for peak in -1..<4 {
        let shift = number("peak\(ridge)\(peak)")
        let x = Double(peak) * 0.36 + shift * 0.2 + 0.1
        canvas.fill(
          shade,
          .polygon([(x, base - 0.02 + shift * 0.1), (x + 0.46, 1), (x - 0.46, 1)])
        )
      }
    }
    foot(&canvas)
  }

  private func curtain(_ canvas: inout Canvas) {
    ground(&canvas)
    let (waves, depth) = (6 + number("waves") * 5, 0.03 + number("depth") * 0.03)
    for fold in 0..<7 {
      let x = 0.02 + Double(fold) * 0.14
      let strip = Shape(rows: 0...0.655) { y in
        let shift = sin(y * waves + Double(fold) * 0.35) * depth
        return (x + shift, x + shift + 0.088)
      }
      canvas.fill(color(fold), color(fold).mixed(ink, 0.25), strip)
    }
    foot(&canvas)
  }

  private func record(_ canvas: inout Canvas) {
    canvas.fill(color(0).mixed(paper, 0.3), color(0), .everything)
    let x = 0.5 + (number("x") - 0.5) * 0.5
    for groove in 0..<9 {
      let dark = groove % 2 == 0 ? ink : ink.mixed(color(0), 0.16)
      canvas.fill(dark, .circle(x, 0.36, 0.29 - Double(groove) * 0.02))
    }
    canvas.fill(color(1), color(2), .circle(x, 0.36, 0.12))
    canvas.fill(paper, .circle(x, 0.36, 0.02))
    foot(&canvas)
  }

  private func arches(_ canvas: inout Canvas) {
    ground(&canvas)
    for arch in 0..<3 {
      let x = 0.2 + Double(arch) * 0.3
      for step in 0..<3 {
        let radius = 0.135 - Double(step) * 0.042
        let top = 0.3 + number("top\(arch)") * 0.16
        let shade = color(arch + step).mixed(ink, step == 2 ? 0.35 : 0)
        canvas.fill(shade, .circle(x, top, radius))
        canvas.fill(shade, .rectangle((x - radius)...(x + radius), top...0.74))
      }
    }
    foot(&canvas)
  }

  private func prism(_ canvas: inout Canvas) {
    ground(&canvas)
    let x = 0.3 + number("x") * 0.4
    canvas.fill(color(0), color(1), .polygon([(x, 0.1), (x + 0.38, 0.62), (x - 0.38, 0.62)]))
    canvas.fill(
      paper,
      color(2),
      opacity: 0.85,
      .polygon([(x, 0.1), (x + 0.38, 0.62), (x + 0.05, 0.62)])
    )
    canvas.fill(color(2), .circle(1 - x, 0.3, 0.1))
  }

  // MARK: Portraits

  private func portrait(_ people: Int, _ canvas: inout Canvas) {
    let dark = ink.luminance < paper.luminance ? ink : paper
    canvas.fill(color(0).mixed(paper, 0.25), color(1).mixed(color(0), 0.25), .everything)
    canvas.fill(color(2), color(2).mixed(color(0), 0.5), .circle(0.5, 0.42, 0.36))
    let places: [[(x: Double, size: Double)]] = [
      [(0.5, 1)], [(0.36, 0.8), (0.64, 0.84)], [(0.25, 0.68), (0.75, 0.7), (0.5, 0.8)],
      [(0.16, 0.6), (0.84, 0.6), (0.38, 0.68), (0.64, 0.72)],
    ]
    for (index, place) in places[people - 1].enumerated() {
      let shade = dark.mixed(color(index), people == 1 ? 0.08 : 0.34 - 0.1 * Double(index))
      person(place.x, place.size, shade, "person\(index)", &canvas)
    }
  }

  /// Head, hair and shoulders, in shades of one colour.
  private func person(
    _ x: Double,
    _ size: Double,
    _ shade: Color,
    _ name: String,
    _ canvas: inout Canvas
  ) {
    let y = 0.46 + (1 - size) * 0.2 + (number(name) - 0.5) * 0.05
    let head = 0.135 * size
    let hair = stableNumber("\(seed)/\(name)/hair", below: 4)
    let back = shade.mixed(ink.luminance < paper.luminance ? ink : paper, 0.45)
    if hair == 1 { canvas.fill(back, .circle(x, y - head * 0.25, head * 1.55)) }
    if hair == 2 {
      canvas.fill(back, .circle(x, y - head * 0.1, head * 1.25))
      canvas.fill(back, .rectangle((x - head * 1.25)...(x + head * 1.25), y...(y + head * 2.2)))
    }
    let wide = 0.29 * size
    canvas.fill(shade, .rectangle((x - head * 0.42)...(x + head * 0.42), y...(y + head * 2)))
    canvas.fill(shade, .circle(x, y + head * 1.75 + wide, wide))
    canvas.fill(shade, .rectangle((x - wide)...(x + wide), (y + head * 1.75 + wide)...2))
    canvas.fill(shade.mixed(color(1), 0.18), .ellipse(x, y, head * 0.92, head * 1.18))
    if hair != 1 {
      let cap = Shape.ellipse(x, y - head * 0.06, head * 0.98, head * 1.2)
      canvas.fill(back, cap.clipped(-1...2, -1...(y - head * 0.5)))
    }
  }
}

extension Color {
  var luminance: Double { 0.3 * red + 0.59 * green + 0.11 * blue }
}
