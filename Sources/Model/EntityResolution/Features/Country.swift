/// A country, as far as sources agree on its spelling.
struct Country: Hashable, Sendable {
  /// Two letters of ISO 3166.
  private let code: String

  /// Parses a code or name, alone or at the end of a place ("London, England"); `nil` if unknown.
  init?(_ text: String) {
    let name = text.split(separator: ",").last.map(String.init) ?? text
    guard let code = Country.codes[FoldedName(name)] else { return nil }
    self.code = code
  }

  /// Finds a country in words about someone: "US rapper", "60s band from the UK".
  init?(in words: String) {
    let words = TokenizedName(words).words.map(\.text)
    let names = words + zip(words, words.dropFirst()).map { $0 + $1 }
    guard let code = names.lazy.compactMap({ Country.codesInWords[$0] }).first else { return nil }
    self.code = code
  }

  /// A code and the names of the country, one country per line.
  private static let names = """
    us USA, United States, United States of America, America, American
    gb UK, United Kingdom, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, British, English, Scottish, Welsh
    de Germany, Deutschland, German
    fr France, French
    it Italy, Italia, Italian
    es Spain, España, Spanish, Catalan
    pt Portugal, Portuguese
    nl Netherlands, The Netherlands, Holland, Dutch
    be Belgium, Belgian
    at Austria, Austrian
    ch Switzerland, Swiss
    ie Ireland, Irish
    se Sweden, Swedish
    no Norway, Norwegian
    dk Denmark, Danish
    fi Finland, Finnish
    is Iceland, Icelandic
    pl Poland, Polish
    cz Czech Republic, Czechia, Czech
    hu Hungary, Hungarian
    gr Greece, Greek
    ru Russia, Russian
    ua Ukraine, Ukrainian
    tr Turkey, Türkiye, Turkish
    il Israel, Israeli
    jp Japan, Japanese
    kr South Korea, Korea, Korean, South Korean
    cn China, Chinese
    tw Taiwan, Taiwanese
    in India, Indian
    au Australia, Australian, Aussie
    nz New Zealand, New Zealander
    ca Canada, Canadian
    mx Mexico, México, Mexican
    br Brazil, Brasil, Brazilian
    ar Argentina, Argentine, Argentinian
    co Colombia, Colombian
    cl Chile, Chilean
    cu Cuba, Cuban
    jm Jamaica, Jamaican
    pr Puerto Rico, Puerto Rican
    bb Barbados, Barbadian
    za South Africa, South African
    ng Nigeria, Nigerian
    ml Mali, Malian
    sn Senegal, Senegalese
    eg Egypt, Egyptian
    """

  /// By a name without spaces. The codes of most countries are words of another meaning.
  private static let codesInWords: [String: String] = codes.reduce(into: [:]) { known, entry in
    let name = entry.key.text
    if name.utf8.count > 2 || ["us", "uk"].contains(name) { known[name] = entry.value }
  }

  private static let codes: [FoldedName: String] =
    names.split(separator: "\n").reduce(into: [:]) { codes, line in
      let code = String(line.prefix(2))
      for name in [code] + line.dropFirst(3).split(separator: ",").map(String.init) {
        codes[FoldedName(name)] = code
      }
    }
}
