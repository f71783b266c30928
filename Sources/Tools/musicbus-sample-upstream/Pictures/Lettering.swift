import MusicModel

/// Capital letters of a pen with round ends, for titles on pictures.
enum Lettering {
  /// Lines through points of a grid of five columns and seven rows, both from the top left.
  private static let letters: [Character: String] = {
    let table = """
      A 06 02 20 42 46|04 44;B 03 33 42 41 30 00 06 36 45 44 33;C 41 30 10 01 05 16 36 45
      D 00 06 26 44 42 20 00;E 40 00 06 46|03 33;F 40 00 06|03 33;G 41 30 10 01 05 16 36 45 43 23
      H 00 06|40 46|03 43;I 00 06;J 40 45 36 16 05;K 00 06|40 03 46;L 00 06 46;M 06 00 23 40 46
      N 06 00 46 40;O 10 30 41 45 36 16 05 01 10;P 06 00 30 41 42 33 03
      Q 10 30 41 45 36 16 05 01 10|24 46;R 06 00 30 41 42 33 03|23 46
      S 41 30 10 01 02 13 33 44 45 36 16 05;T 00 40|20 26;U 00 05 16 36 45 40;V 00 26 40
      W 00 16 23 36 40;X 00 46|40 06;Y 00 23 40|23 26;Z 00 40 06 46
      0 10 30 41 45 36 16 05 01 10;1 01 10 16;2 01 10 30 41 42 06 46;3 00 40 23 33 44 45 36 16 05
      4 36 30 04 44;5 40 00 03 33 44 45 36 06;6 30 10 01 05 16 36 45 44 33 03;7 00 40 16
      8 13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33;9 16 36 45 41 30 10 01 02 13 43
      - 13 33;. 06 06;& 46 02 01 10 20 21 04 05 16 26 44;! 00 04|06 06;? 01 10 30 41 42 24|26 26
      ' 00 01;+ 21 25|03 43;/ 40 06;, 06 07
      """
    let pairs = table.split { $0 == "\n" || $0 == ";" }.map { entry in
      let text = entry.drop { $0 == " " }
      return (text.first ?? " ", String(text.dropFirst(2)))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// A text as it can be lettered; empty if too much of it cannot.
  static func lettered(_ text: String) -> String {
    let upper = [("’", "'"), ("æ", "ae"), ("ø", "o")]
      .reduce(text.folded) { $0.replacing($1.0, with: $1.1) }.uppercased()
    let known = upper.filter { letters[$0] != nil || $0 == " " }
    return known.count * 4 < upper.count * 3 ? "" : known.trimmed
  }

  private static func strokes(_ letter: Character) -> [[(Double, Double)]] {
    (letters[letter] ?? "").split(separator: "|").map { line in
      line.split(separator: " ").map { point in
        let digits = point.compactMap(\.wholeNumberValue)
        return (Double(digits[0]), Double(digits[1]))
      }
    }
  }

  /// The width of a letter and the space after it, in columns.
  private static func advance(_ letter: Character) -> Double {
    let columns = strokes(letter).joined().map(\.0).max() ?? 1.4
    return columns + 1.9
  }

  static func width(_ text: String, height: Double) -> Double {
    (text.reduce(0) { $0 + advance($1) } - 1.9) * height / 6
  }

  /// Writes one line; `weight` is the width of the pen in columns.
  static func write(
    _ text: String,
    at origin: (x: Double, y: Double),
    height: Double,
    weight: Double,
    _ color: Color,
    on canvas: inout Canvas
  ) {
    let unit = height / 6
    var x = origin.x
    for letter in text {
      for line in strokes(letter) {
        let points = line.map { (x + $0.0 * unit, origin.y + $0.1 * unit) }
        for (start, end) in zip(points, points.dropFirst()) {
          canvas.fill(color, .stroke(start, end, weight * unit / 2))
        }
        for point in points {
          canvas.fill(color, .circle(point.0, point.1, weight * unit / 2))
        }
      }
      x += advance(letter) * unit
    }
  }

  /// Words on up to `count` lines of similar length.
  static func lines(_ text: String, _ count: Int) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard count > 1, words.count > 1 else { return [text] }
    let limit = max(text.count / count + 1, words.map(\.count).max() ?? 0)
    return words.reduce(into: [String]()) { lines, word in
      if let last = lines.last, lines.count == count || last.count + word.count < limit + 1 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
  }
}
