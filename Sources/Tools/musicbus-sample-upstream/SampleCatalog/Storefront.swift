/// One of Apple's national stores.
struct Storefront: Hashable, Sendable {
  /// Two letters, lower case, as in paths.
  let code: String
  /// Three letters, as in the responses of the search API.
  let iso3: String
  let currency: String

  static let us = Storefront(code: "us", iso3: "USA", currency: "USD")

  /// The store with that two-letter code in any case; nil where Apple has none (in this sample).
  static func named(_ code: String) -> Storefront? { all[code.lowercased()] }

  private static let all: [String: Storefront] = {
    let table = [
      "us USA USD", "gb GBR GBP", "de DEU EUR", "fr FRA EUR", "es ESP EUR", "it ITA EUR",
      "nl NLD EUR", "at AUT EUR", "ie IRL EUR", "fi FIN EUR", "pt PRT EUR", "be BEL EUR",
      "ch CHE CHF", "se SWE SEK", "no NOR NOK", "dk DNK DKK", "pl POL PLN", "ca CAN CAD",
      "au AUS AUD", "nz NZL NZD", "jp JPN JPY", "kr KOR KRW", "br BRA BRL", "mx MEX MXN",
      "in IND INR", "ru RUS RUB", "ua UKR USD", "il ISR ILS", "tr TUR TRY", "is ISL USD",
    ]
    let stores = table.map { line in
      let words = line.split(separator: " ").map(String.init)
      return Storefront(code: words[0], iso3: words[1], currency: words[2])
    }
    return Dictionary(uniqueKeysWithValues: stores.map { ($0.code, $0) })
  }()
}
