import Testing

@testable import musicbus_sample_upstream

@Suite("The sample of Wikidata")
struct WikiTests {
  private func items(_ query: String) throws -> [String: Any] {
    let target = "/w/api.php?format=json&action=wbgetentities&\(query)"
    return try HTTPQuery.object(target)["entities"] as? [String: Any] ?? [:]
  }

  @Test("finds an item by its id and by the title of its page")
  func page() throws {
    #expect(try items("ids=Q185828").keys.sorted() == ["Q185828"])
    #expect(try items("sites=enwiki&titles=Daft%20Punk&normalize=1").keys.sorted() == ["Q185828"])
    let missing = try items("sites=enwiki&titles=Unknown&normalize=1")
    #expect((missing["-1"] as? [String: Any])?["missing"] as? String == "")
  }
}
