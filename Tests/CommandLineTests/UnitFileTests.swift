import TestKit
import Testing

@testable import musicbus

@Suite("A unit of systemd")
struct UnitFileTests {
  @Test(
    "quotes a path, whatever it contains",
    arguments: [
      ("/usr/bin/musicbus-hub", "\"/usr/bin/musicbus-hub\""),
      ("/opt/Rock & Roll/musicbus-hub", "\"/opt/Rock & Roll/musicbus-hub\""),
      ("/opt/100%/\"x\"\\y", "\"/opt/100%%/\\\"x\\\"\\\\y\""),
    ]
  )
  func quotes(_ path: String, _ word: String) {
    #expect(UnitFile.quoted(path) == word)
  }

  @Test("sets the hub's directory as one word, and none if it is the usual one")
  func home() {
    #expect(UnitFile.home("/a b") == "Environment=\"MUSICBUS_HOME=/a b\"\n")
    #expect(UnitFile.home(nil).isEmpty)
  }

  @Test("allows what isolated processes of providers need")
  func providers() {
    #expect(UnitFile.hardening.contains("AF_NETLINK"))
    for line in ["RestrictNamespaces", "PrivateNetwork", "MemoryDenyWriteExecute", "@mount"] {
      #expect(!UnitFile.hardening.contains(line))
    }
  }
}
