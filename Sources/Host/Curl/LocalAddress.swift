/// Which addresses are not those of the public internet: of this machine, of the local network, of nobody.
///
/// The ranges are those of the registries of IANA (RFC 6890), and of mapped and translated IPv4 addresses.
enum LocalAddress {
  /// Whether an address of 4 or 16 bytes is not a public one. Others are none.
  static func isLocal(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: isLocalV4(bytes)
    case 16: isLocalV6(bytes)
    default: true
    }
  }

  private static func isLocalV4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    // This network, private, this machine, link-local, multicast and reserved.
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (224..., _): true
    // Shared by customers of a provider, and benchmarks.
    case (100, 64...127), (198, 18...19): true
    case (192, 0): bytes[2] == 0
    default: false
    }
  }

  private static func isLocalV6(_ bytes: [UInt8]) -> Bool {
    let isZero = bytes[..<10].allSatisfy { $0 == 0 }
    // ::ffff:a.b.c.d and the old ::a.b.c.d, which :: and ::1 are among.
    if isZero, bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
      return isLocalV4(Array(bytes[12...]))
    }
    // Translated addresses: 64:ff9b::a.b.c.d, 2002:a.b.c.d::
    if bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
      return isLocalV4(Array(bytes[12...]))
    }
    if bytes[..<2] == [0x20, 0x02] { return isLocalV4(Array(bytes[2..<6])) }
    // Translated within a network, tunnels of Teredo, and addresses that lead nowhere.
    if bytes[..<6] == [0, 0x64, 0xFF, 0x9B, 0, 1] || bytes[..<4] == [0x20, 0x01, 0, 0]
      || bytes[..<8] == [0x01, 0, 0, 0, 0, 0, 0, 0]
    {
      return true
    }
    // Unique local, link-local with the old site-local, multicast.
    return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] >= 0x80 || bytes[0] == 0xFF
  }
}
