import Testing

@testable import CommandKit

@Suite("The nearest name")
struct NearestNameTests {
  private let names = ["favorites", "albums", "album", "search", "top"]

  @Test(
    "differs in at most a third of its letters, one of a short name",
    arguments: [
      ("favroites", "favorites"), ("faverotes", "favorites"), ("favourites", "favorites"),
      ("faxxxites", "favorites"), ("faxxxxtes", nil), ("serch", "search"), ("tpo", "top"),
      ("xyp", nil), ("albumz", "albums"), ("sea", "search"), ("zzz", nil), ("", nil),
    ]
  )
  func similar(_ word: String, _ name: String?) {
    #expect(nearestName(to: word, among: names) == name)
  }

  @Test("differs in one letter if it has two")
  func shortest() {
    #expect(similarName(to: "lz", among: ["top", "ls"]) == "ls")
    #expect(similarName(to: "xz", among: ["top", "ls"]) == nil)
  }
}
