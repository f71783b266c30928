import Certification
import TestKit
import Testing

@Suite("The check table")
struct CheckTableTests {
  private let text: String

  init() throws { text = try PackageRoot.specification() }

  @Test("has unique ids with suites, and a fix for each check")
  func names() {
    let ids = CheckTable.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for check in CheckTable.all {
      #expect(check.id.wholeMatch(of: /[a-z]+\.[a-z-]+/) != nil, "\(check.id)")
      #expect(check.fix.hasSuffix("."), "\(check.id)")
      #expect(!check.summary.hasSuffix("."), "\(check.id)")
    }
  }

  @Test("contains every check that the specification cites")
  func named() {
    // These two are the results of the whole certification.
    let levels = ["levels.core", "levels.full"]
    let ids = Set(CheckTable.all.map(\.id) + levels)
    let mentions = text.matches(of: /`certify:([a-z]+\.[a-z-]+)`/).map { String($0.1) }
    #expect(mentions.count > 40)
    for mention in mentions { #expect(ids.contains(mention), "\(mention)") }
  }

  @Test("cites existing requirements")
  func requirements() {
    for check in CheckTable.all {
      #expect(!check.requirements.isEmpty, "\(check.id)")
      for requirement in check.requirements {
        #expect(text.contains("**[\(requirement)]**"), "\(check.id) cites \(requirement)")
      }
    }
  }

  @Test("lists dependencies first")
  func order() {
    var known: Set<String> = []
    let observed = ["calls.one-terminal", "calls.nothing-after"]
    for check in CheckTable.all {
      for base in check.dependencies where !observed.contains(base) {
        #expect(known.contains(base), "\(check.id) depends on \(base)")
      }
      known.insert(check.id)
    }
  }

  @Test("exempts Core providers only as the specification does")
  func levels() {
    let exempt: Set = ["MB-056", "MB-062", "MB-072", "MB-128", "MB-084"]
    for check in CheckTable.all where check.level == .full {
      #expect(exempt.contains(check.requirements[0]), "\(check.id)")
    }
  }
}
