import Certification
import TestKit
import Testing

@Suite("The table of checks")
struct CheckTableTests {
  private let text: String

  init() throws { text = try PackageRoot.text("Protocol/musicbus-1.md") }

  @Test("names each check once, within its suite, and says what to do")
  func names() {
    let ids = CheckTable.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for check in CheckTable.all {
      #expect(check.id.wholeMatch(of: /[a-z]+\.[a-z-]+/) != nil, "\(check.id)")
      #expect(check.advice.hasSuffix("."), "\(check.id)")
      #expect(!check.what.hasSuffix("."), "\(check.id)")
    }
  }

  @Test("has every check that the specification names")
  func named() {
    // Those two are the outcome of the whole.
    let levels = ["levels.core", "levels.full"]
    let ids = Set(CheckTable.all.map(\.id) + levels)
    let mentions = text.matches(of: /`certify:([a-z]+\.[a-z-]+)`/).map { String($0.1) }
    #expect(mentions.count > 40)
    for mention in mentions { #expect(ids.contains(mention), "\(mention)") }
  }

  @Test("names requirements that there are")
  func requirements() {
    for check in CheckTable.all {
      #expect(!check.requirements.isEmpty, "\(check.id)")
      for requirement in check.requirements {
        #expect(text.contains("**[\(requirement)]**"), "\(check.id) names \(requirement)")
      }
    }
  }

  @Test("has what a check builds on before it")
  func order() {
    var known: Set<String> = []
    let watched = ["calls.one-terminal", "calls.nothing-after"]
    for check in CheckTable.all {
      for base in check.after where !watched.contains(base) {
        #expect(known.contains(base), "\(check.id) builds on \(base)")
      }
      known.insert(check.id)
    }
  }

  @Test("spares a Core provider only what the specification spares it")
  func levels() {
    let spared: Set = ["MB-056", "MB-062", "MB-072", "MB-128", "MB-084"]
    for check in CheckTable.all where check.level == .full {
      #expect(spared.contains(check.requirements[0]), "\(check.id)")
    }
  }
}
