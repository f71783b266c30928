import MusicModel
import Testing

@Suite("A merge policy")
struct MergePolicyTests {
  @Test("replaces only what is written, also for one member")
  func written() throws {
    #expect(try MergePolicy(written: [:]) == .standard)
    let rule: JSONValue = ["criteria": ["recency", "quality"]]
    let policy = try MergePolicy(written: [
      "providers": ["b", "a"], "members": ["album.label": rule],
    ])
    #expect(policy.providers.map(\.rawValue) == ["b", "a"])
    #expect(policy.criteria == MergePolicy.standard.criteria)
    #expect(policy.members["album.label"]?.criteria == [.recency, .quality])
    #expect(policy.members["biography"] == MergePolicy.standard.members["biography"])
  }

  @Test(
    "is rejected if it has unknown words, with the known ones",
    arguments: [
      (["provider": ["a"]], "providers, criteria, members"),
      (["criteria": ["fame"]], "quality"),
      (["criteria": []], "at least one"),
      (["providers": "a"], "list"),
      (["providers": ["a", "a"]], "more than once"),
      (["members": ["biografy": [:]]], "biography"),
      (["members": ["film.title": [:]]], "artist"),
      (["members": ["biography": ["rank": 1]]], "criteria"),
      (["members": []], "object"),
      ([], "object"),
    ] as [(JSONValue, String)]
  )
  func rejected(_ policy: JSONValue, _ word: String) throws {
    let problem = #expect(throws: MergePolicy.Invalid.self) { try MergePolicy(written: policy) }
    #expect(problem?.message.contains(word) == true, "\(problem?.message ?? "")")
  }
}
