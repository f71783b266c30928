/// What a source takes for an album or song.
struct Price: Hashable, Sendable {
  let amount: Double
  /// ISO 4217; `nil` where the source does not tell it.
  let currency: String?

  /// `nil` where it is not sold, or at a price that cannot be one.
  init?(_ amount: Double?, _ currency: String?) {
    guard let amount, (0..<1_000_000_000).contains(amount) else { return nil }
    self.amount = amount
    self.currency = currency
  }

  /// "9.99 USD", "1500 JPY", "free".
  var worded: String {
    guard amount > 0 else { return "free" }
    let hasFraction = currency.map { !Price.currenciesWithoutFraction.contains($0) } ?? true
    let number = hasFraction ? Price.withCents(amount) : String(Int(amount.rounded()))
    return currency.map { "\(number) \($0)" } ?? number
  }

  private static func withCents(_ amount: Double) -> String {
    let cents = Int((amount * 100).rounded())
    return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  /// Those of ISO 4217 in which nothing smaller than 1 is paid.
  private static let currenciesWithoutFraction: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]
}
