extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation parts: StringInterpolation) { self = parts.sum }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sum = StyledText("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { sum += StyledText(text) }

    /// Does not accept optionals on purpose: a missing value needs an explicit text.
    package mutating func appendInterpolation(
      _ value: some CustomStringConvertible,
      _ style: Style = .plain
    ) {
      sum += StyledText(value.description, style)
    }

    package mutating func appendInterpolation(_ text: StyledText) { sum += text }
  }
}
