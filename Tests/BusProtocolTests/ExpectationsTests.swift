import MusicModel
import TestKit
import Testing

@Suite("An expected message of a conversation")
struct ExpectationsTests {
  @Test("of a body may be a subset of the members")
  func subset() {
    #expect(verdicts([(["a": 1, "b": ["c": 2, "d": 3]], ["b": ["c": 2]])]) == [true])
    #expect(verdicts([(["a": 1], ["b": 1]), (["a": 1], ["a": 2])]) == [false, false])
    #expect(verdicts([([1, 2], [1]), (nil, ["a": 1])]) == [false, false])
  }

  @Test("of a header must include all members")
  func header() {
    var expected = Expectations()
    let came: JSONValue = ["type": "done", "re": "c-1"]
    let same = expected.matchesHeader(came, ["type": "done", "re": "$call"])
    let less = expected.matchesHeader(came, ["type": "done"])
    #expect(same && !less)
  }

  @Test("is that a null member is absent")
  func absent() {
    let none: JSONValue = ["items": .null]
    #expect(
      verdicts([(["a": 1], none), (none, none), (["items": []], none)]) == [true, true, false]
    )
  }

  @Test("of a name is one value, and another one of another name")
  func names() {
    var expected = Expectations()
    let pairs: [(JSONValue, JSONValue)] = [
      ("s-1", "$sid.1"), ("s-1", "$sid.1"), ("s-2", "$sid.1"), ("s-1", "$sid.2"),
      ("s-2", "$sid.2"), (7, "$_"), (8, "$_"),
    ]
    let verdicts = pairs.map { expected.matches($0, $1) }
    #expect(verdicts == [true, true, false, false, true, true, true])
    let filledIn = expected.filledIn(["sid": "$sid.1", "x": ["$sid.2", "$new"]])
    #expect(filledIn == ["sid": "s-1", "x": ["s-2", "$new"]])
  }

  @Test("of sources is free in order, of other lists not")
  func sources() {
    let here: JSONValue = [["provider": "a", "count": 1], ["provider": "b"]]
    let there: JSONValue = [["provider": "b"], ["provider": "a"]]
    #expect(verdicts([(["sources": here], ["sources": there])]) == [true])
    #expect(verdicts([(["items": here], ["items": there])]) == [false])
  }

  private func verdicts(_ pairs: [(actual: JSONValue?, expected: JSONValue)]) -> [Bool] {
    var expectations = Expectations()
    return pairs.map { expectations.matches($0.actual, $0.expected) }
  }
}
