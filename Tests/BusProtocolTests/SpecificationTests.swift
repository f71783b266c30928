import Foundation
import TestKit
import Testing

@Suite("The text of the protocol")
struct SpecificationTests {
  let specification: Specification

  init() throws { specification = try Specification() }

  @Test("numbers each requirement once")
  func unique() {
    let numbers = specification.requirements.map(\.number)
    #expect(numbers.count > 200)
    for (number, places) in Dictionary(grouping: numbers, by: \.self) {
      #expect(places.count == 1, "\(number)")
    }
  }

  @Test("says each requirement in one sentence with a word of RFC 2119")
  func sentences() {
    let words = ["MUST", "SHOULD", "MAY"]
    for requirement in specification.requirements {
      let sentence = requirement.sentence
      #expect(words.contains { sentence.contains($0) }, "\(requirement.number)")
      #expect(sentence.hasSuffix(". "), "\(requirement.number)")
      #expect(sentence.ranges(of: ". ").count == 1, "\(requirement.number)")
    }
  }

  @Test("names a check for each requirement")
  func checked() {
    for requirement in specification.requirements {
      #expect(!requirement.checks.isEmpty, "\(requirement.number)")
    }
  }

  @Test("names only vectors, conversations and tests that there are")
  func existing() throws {
    let vectors = Set(Vector.all.map(\.name))
    let conversations = Set(Conversation.all.map(\.name))
    let tests = try testNames()
    for check in specification.mentions {
      switch check.kind {
      case "vector": #expect(vectors.contains(check.name), "\(check.name)")
      case "session": #expect(conversations.contains(check.name), "\(check.name)")
      case "test": #expect(tests.contains(check.name), "\(check.name)")
      default: #expect(check.name.wholeMatch(of: /[a-z]+\.[a-z-]+/) != nil, "\(check.name)")
      }
    }
  }

  @Test("has every requirement that a vector names")
  func named() {
    let numbers = Set(specification.requirements.map(\.number))
    for vector in Vector.all {
      switch vector.expectation {
      case .accept: if let breaks = vector.breaks { #expect(numbers.contains(breaks), "\(vector)") }
      case .refuse(_, let requirement, _): #expect(numbers.contains(requirement), "\(vector)")
      }
    }
  }

  @Test("uses every conversation")
  func conversationsUsed() {
    let used = specification.mentions.filter { $0.kind == "session" }.map(\.name)
    #expect(Set(Conversation.all.map(\.name)) == Set(used))
  }

  @Test("mentions every word of the registries")
  func words() throws {
    let text = try PackageRoot.specification()
    for type in try Registry.types { #expect(text.contains("### \(type.name)\n"), "\(type.name)") }
    for method in try Registry.methods.methods {
      #expect(text.contains("`\(method.name)`"), "\(method.name)")
    }
  }

  /// The names of test files, without `Tests.swift`.
  private func testNames() throws -> Set<String> {
    let files = FileManager.default.enumerator(atPath: PackageRoot.path("Tests"))
    let names = (files?.allObjects as? [String] ?? [])
      .compactMap { $0.split(separator: "/").last }
      .filter { $0.hasSuffix("Tests.swift") }
    return Set(names.map { String($0.dropLast("Tests.swift".count)) })
  }
}
