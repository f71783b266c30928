/// The price of an album or song.
struct Price: Hashable, Sendable {
  let amount: Double
  /// The ISO 4217 code; `nil` if unknown.
  let currency: String?

  /// Returns `nil` if the price is missing or implausible.
  init?(_ amount: Double?, _ currency: String?) {
    guard let amount, (0..<1_000_000_000).contains(amount) else { return nil }
    self.amount = amount
    self.currency = currency
  }

  /// "9.99 USD", "1500 JPY", "free".
  var displayText: String {
    guard amount > 0 else { return "free" }
    let hasFraction = currency.map { !Price.currenciesWithoutFraction.contains($0) } ?? true
    let number = hasFraction ? Price.withCents(amount) : String(Int(amount.rounded()))
    return currency.map { "\(number) \($0)" } ?? number
  }

  private static func withCents(_ amount: Double) -> String {
    let cents = Int((amount * 100).rounded())
    return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  /// ISO 4217 currencies without a minor unit.
  private static let currenciesWithoutFraction: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]
}
