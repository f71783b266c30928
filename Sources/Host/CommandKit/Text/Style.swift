/// The look of text on a terminal.
package struct Style: Hashable, Sendable {
  package var weight: Weight
  package var color: Color?

  package enum Weight: Hashable, Sendable {
    case normal
    case bold
    case dim
  }

  /// The colours of every terminal, in shades that its user chose.
  package enum Color: Int, Hashable, Sendable {
    case red = 31
    case green
    case yellow
    case blue
    case magenta
    case cyan
  }

  package init(_ weight: Weight = .normal, _ color: Color? = nil) {
    self.weight = weight
    self.color = color
  }

  package static let plain = Style()
  package static let bold = Style(.bold)
  package static let dim = Style(.dim)

  package static func color(_ color: Color) -> Style { Style(.normal, color) }

  /// The codes of the escape sequence ("Select Graphic Rendition") that enables it.
  var codes: [Int] {
    let weightCode: Int? =
      switch weight {
      case .normal: nil
      case .bold: 1
      case .dim: 2
      }
    return [weightCode, color?.rawValue].compactMap(\.self)
  }
}
