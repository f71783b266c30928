import MusicModel
import Testing

@testable import Certification

@Suite("The secrets of a configuration")
struct ConfiguredSecretsTests {
  private func secrets(_ values: [String: JSONValue]) -> ConfiguredSecrets {
    var secrets = ConfiguredSecrets()
    secrets.add(.object(values), nil)
    return secrets
  }

  @Test("are found in a text, and short ones only as words")
  func words() {
    let secrets = secrets(["password": "open", "apiKey": "0123456789"])
    #expect(secrets.names(in: "opensubsonic reopened it") == [])
    #expect(secrets.names(in: "the password is \"open\".") == ["password"])
    #expect(secrets.names(in: "key=x0123456789y") == ["apiKey"])
  }

  @Test("are hidden where they are found, and nothing else")
  func hidden() {
    let secrets = secrets(["password": "open", "apiKey": "0123456789"])
    #expect(
      secrets.removed(from: "opensubsonic said open, 0123456789 and open")
        == "opensubsonic said •••, ••• and •••"
    )
  }
}
