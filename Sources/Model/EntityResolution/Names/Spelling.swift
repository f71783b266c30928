@_spi(_Unicode) import Swift

/// A name as it is spelled, but for case, spaces, and the shapes of dashes and quotation marks: "Eagles" is not "The Eagles".
struct Spelling: Hashable, Sendable {
  private let text: String

  init(_ name: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in name._nfc {
      if scalar.properties.isWhitespace {
        if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
      } else if Characters.isQuote(scalar) {
        scalars.append("'")
      } else if Characters.isDash(scalar) {
        scalars.append("-")
      } else {
        scalars.append(Characters.ascii(scalar).map(Unicode.Scalar.init) ?? scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    text = String(scalars).lowercased()
  }

  var withoutArticle: Substring { text.hasPrefix("the ") ? text.dropFirst(4) : text[...] }

  var withoutAccents: String {
    String(String.UnicodeScalarView(text._nfd.filter { !Characters.isMark($0) }))
  }
}
