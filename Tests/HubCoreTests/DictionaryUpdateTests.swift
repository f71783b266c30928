import Testing

@testable import HubCore

@Suite("The update of a dictionary")
struct DictionaryUpdateTests {
  @Test("changes the value of a key, if there is one")
  func change() {
    var numbers = ["one": [1], "two": [2]]
    let copy = numbers
    numbers.update("two") { $0.append(22) }
    numbers.update("three") { _ in Issue.record("The value does not exist.") }
    #expect(numbers == ["one": [1], "two": [2, 22]])
    #expect(copy == ["one": [1], "two": [2]])
  }
}
