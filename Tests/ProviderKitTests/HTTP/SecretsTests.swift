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

  @Test(
    "are replaced in every form of both encodings, whatever stands beside them",
    arguments: [
      #"aB3/d"E+\ü🎵=="#, #"aB3%2fd%22E%2b%5c%c3%bc%f0%9f%8e%b5%3d%3d"#,
      #"aB3/d%22E%2B%5C%C3%BC%F0%9F%8E%B5=="#, #"aB3\/d\"E+\\ü🎵=="#,
      #"aB3\u002Fd\u0022E+\u005c\u00fc\ud83c\uDFB5\u003d="#,
    ],
    ["", "\u{301}", "\u{200D}", "\u{600}", "x", "\\", "%"]
  )
  func forms(_ form: String, _ beside: String) {
    let secrets = Secrets(["key": #"aB3/d"E+\ü🎵=="#])
    #expect(secrets.removed(from: beside + form + beside) == "\(beside)secret-key\(beside)")
  }

  @Test("of a few letters are words beside an escape as well")
  func words() {
    let secrets = Secrets(["pin": "abc1234"])
    #expect(
      secrets.removed(from: #"k%3Dabc1234 kabc1234 abc12345 %zDabc1234 \nabc1234 \u003dabc1234"#)
        == #"k%3Dsecret-pin kabc1234 abc12345 %zDabc1234 \nsecret-pin \u003dsecret-pin"#
    )
  }

  @Test("that are empty change nothing")
  func empty() {
    var secrets = Secrets([:])
    secrets.add("", Secrets.placeholder("access-token"))
    #expect(secrets.removed(from: "{}") == "{}")
  }
}
