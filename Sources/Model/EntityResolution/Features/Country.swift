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

  /// A code and the names of the country, one country per line.
  private static let names = """
    us USA, United States, United States of America, America
    gb UK, United Kingdom, Great Britain, Britain, England, Scotland, Wales, Northern Ireland
    de Germany, Deutschland
    fr France
    it Italy, Italia
    es Spain, España
    pt Portugal
    nl Netherlands, The Netherlands, Holland
    be Belgium
    at Austria
    ch Switzerland
    ie Ireland
    se Sweden
    no Norway
    dk Denmark
    fi Finland
    is Iceland
    pl Poland
    cz Czech Republic, Czechia
    hu Hungary
    gr Greece
    ru Russia
    ua Ukraine
    tr Turkey, Türkiye
    il Israel
    jp Japan
    kr South Korea, Korea
    cn China
    tw Taiwan
    in India
    au Australia
    nz New Zealand
    ca Canada
    mx Mexico, México
    br Brazil, Brasil
    ar Argentina
    co Colombia
    cl Chile
    cu Cuba
    jm Jamaica
    pr Puerto Rico
    bb Barbados
    za South Africa
    ng Nigeria
    ml Mali
    sn Senegal
    eg Egypt
    """

  private static let codes: [FoldedName: String] =
    names.split(separator: "\n").reduce(into: [:]) { codes, line in
      let code = String(line.prefix(2))
      for name in [code] + line.dropFirst(3).split(separator: ",").map(String.init) {
        codes[FoldedName(name)] = code
      }
    }
}
