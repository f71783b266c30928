import Testing

@testable import Curl

@Suite("Addresses that are not public")
struct LocalAddressTests {
  @Test(
    "of IPv4 are those of this machine, of private networks and of nobody",
    arguments: [
      ([127, 1, 2, 3], true), ([10, 0, 0, 1], true), ([172, 16, 0, 1], true),
      ([172, 31, 9, 9], true),
      ([192, 168, 178, 1], true), ([169, 254, 169, 254], true), ([100, 64, 0, 1], true),
      ([0, 0, 0, 0], true), ([224, 0, 0, 251], true), ([255, 255, 255, 255], true),
      ([192, 0, 0, 8], true), ([198, 18, 0, 1], true),
      ([8, 8, 8, 8], false), ([172, 32, 0, 1], false), ([100, 128, 0, 1], false),
      ([192, 1, 0, 8], false), ([151, 101, 1, 1], false),
    ] as [([UInt8], Bool)]
  )
  func v4(bytes: [UInt8], isLocal: Bool) { #expect(LocalAddress.isLocal(bytes) == isLocal) }

  @Test("of IPv6 are those, mapped and translated ones of IPv4, and local ones")
  func v6() {
    func address(_ start: [UInt8], _ end: [UInt8] = []) -> [UInt8] {
      start + [UInt8](repeating: 0, count: 16 - start.count - end.count) + end
    }
    let local = [
      address([], []), address([], [1]), address([0xFC]), address([0xFD, 1]),
      address([0xFE, 0x80]),
      address([0xFE, 0xC0]), address([0xFF, 2]), address([], [0xFF, 0xFF, 10, 0, 0, 1]),
      address([], [127, 0, 0, 1]), address([0, 0x64, 0xFF, 0x9B], [192, 168, 0, 1]),
      address([0x20, 0x02, 169, 254, 169, 254]),
    ]
    for bytes in local { #expect(LocalAddress.isLocal(bytes), "\(bytes)") }
    let other = [
      address([0x2A, 0x04, 0x4E, 0x42], [1]), address([], [0xFF, 0xFF, 8, 8, 8, 8]),
      address([0, 0x64, 0xFF, 0x9B], [8, 8, 8, 8]), address([0x20, 0x02, 8, 8, 8, 8]),
    ]
    for bytes in other { #expect(!LocalAddress.isLocal(bytes), "\(bytes)") }
    #expect(LocalAddress.isLocal([]), "of another kind")
  }

  @Test("a proxy is used as the environment says")
  func proxies() {
    let proxies = Proxies([
      "HTTPS_PROXY": "http://10.0.0.1:3128", "no_proxy": "example.org, .lan,host.net",
    ])
    #expect(proxies.apply(to: "api.deezer.com", scheme: "https"))
    #expect(!proxies.apply(to: "api.deezer.com", scheme: "http"))
    for host in ["example.org", "api.example.org", "nas.lan", "host.net"] {
      #expect(!proxies.apply(to: host, scheme: "https"), "\(host)")
    }
    #expect(proxies.apply(to: "notexample.org", scheme: "https"))
    #expect(!Proxies([:]).apply(to: "example.org", scheme: "https"))
    #expect(!Proxies(["https_proxy": ""]).apply(to: "example.org", scheme: "https"))
    #expect(Proxies(["all_proxy": "socks5://a:1"]).apply(to: "example.org", scheme: "http"))
    #expect(!Proxies(["all_proxy": "a:1", "no_proxy": "*"]).apply(to: "b.org", scheme: "http"))
  }
}
