import MusicModel
import Testing

@Suite("An id of a provider")
struct ProviderIDTests {
  @Test(
    "is a short plain word",
    arguments: ["a", "audiodb", "itunes-search", "org.example.archive", "7", "-"]
  )
  func accept(_ text: String) {
    #expect(ProviderID(rawValue: text)?.description == text)
  }

  @Test(
    "never contains a path to another directory",
    arguments: ["", ".", "..", ".hidden", "a/b", "../a", "a b", "A", "ä", "a\0", "a_b", "a\n"]
  )
  func refuse(_ text: String) {
    #expect(ProviderID(rawValue: text) == nil)
  }

  @Test("has at most 64 characters")
  func bound() {
    #expect(ProviderID(rawValue: String(repeating: "a", count: 64)) != nil)
    #expect(ProviderID(rawValue: String(repeating: "a", count: 65)) == nil)
  }
}
