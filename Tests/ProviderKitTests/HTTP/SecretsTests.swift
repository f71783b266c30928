import MusicModel
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

  @Test("are all texts and numbers of a configuration but those that its schema makes public")
  func configuration() {
    let configuration: JSONValue = [
      "account": ["pin": 482_913, "words": ["one-word", "other-word"]],
      "link": "https://example.org/feed?key=in-a-link", "baseURL": "http://127.0.0.1:8080",
      "country": "deu", "level": 250, "open": "plainly-open", "isOn": true,
    ]
    let schema: JSONValue = [
      "properties": [
        "country": ["enum": ["deu", "fra"]], "level": ["minimum": 1, "maximum": 999],
        "open": ["secret": false],
      ]
    ]
    let secrets = Secrets(configuration, schema: schema)
    #expect(
      secrets.removed(
        from:
          "482913 one-word other-word https://example.org/feed?key=in-a-link deu 250 plainly-open "
          + "http://127.0.0.1:8080/a true 1482913"
      )
        == "secret-account.pin secret-account.words.0 secret-account.words.1 secret-link deu 250 "
        + "plainly-open http://127.0.0.1:8080/a true 1482913"
    )
    #expect(Secrets(configuration, schema: nil).removed(from: "deu") == "secret-country")
  }

  @Test("are the tokens that a source returned, also beside bytes that are no text")
  func tokens() {
    var secrets = Secrets([:])
    secrets.addTokens(of: [
      "access_token": "acc-1234567", "refresh_token": "ref-1234567", "id": "x1y2z3",
    ])
    #expect(
      secrets.removed(from: "acc-1234567 ref-1234567 x1y2z3")
        == "secret-access-token secret-refresh-token x1y2z3"
    )
    let bytes = [0xFF, 0xFE] + Array("ref-1234567".utf8) + [0x80]
    #expect(
      secrets.removed(from: bytes) == [0xFF, 0xFE] + Array("secret-refresh-token".utf8) + [0x80]
    )
    #expect(secrets.removed(from: [0xFF, 0x00]) == nil)
  }

  @Test("that are empty change nothing")
  func empty() {
    var secrets = Secrets([:])
    secrets.add("", Secrets.placeholder("access-token"))
    #expect(secrets.removed(from: "{}") == "{}")
  }
}
