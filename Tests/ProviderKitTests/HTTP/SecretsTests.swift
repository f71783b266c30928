import Testing

@testable import ProviderKit

@Suite("Secrets in recordings", .timeLimit(.minutes(1)))
struct SecretsTests {
  @Test("are replaced as they are and percent-encoded, short ones only as words")
  func replaced() {
    let secrets = Secrets(["key": "a+b c/d=", "pin": "abc"])
    #expect(
      secrets.removed(from: "k=a+b c/d= u=a%2Bb%20c%2Fd%3D abc abcd 'abc'")
        == "k=secret-key u=secret-key secret-pin abcd 'secret-pin'"
    )
  }

  @Test("that are empty change nothing")
  func empty() {
    var secrets = Secrets([:])
    secrets.add("", Secrets.placeholder("access-token"))
    #expect(secrets.removed(from: "{}") == "{}")
  }
}
