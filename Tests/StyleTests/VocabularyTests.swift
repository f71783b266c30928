import Testing

@Suite("The vocabulary")
struct VocabularyTests {
  /// The files that contain the lists of banned words.
  private static let files = SourceFile.all.filter { $0.target != "StyleTests" }

  @Test("has no banned words in identifiers")
  func identifiers() {
    let found = Self.findings { Vocabulary.identifiers.violations(in: $0.code) }
    Ratchet(16).check(found, "banned words in identifiers")
  }

  @Test("has no banned words and idioms in comments")
  func comments() {
    let found = Self.findings { Vocabulary.prose.violations(in: $0.comment) }
    Ratchet(3).check(found, "banned words in comments")
  }

  @Test("has no banned words and idioms in strings")
  func strings() {
    let found = Self.findings { Vocabulary.prose.violations(in: $0.strings) }
    Ratchet(42).check(found, "banned words in strings")
  }

  @Test("has no metaphors as names of types")
  func types() {
    let found = TypeShape.all(in: Self.files).flatMap { shape in
      Vocabulary.types.violations(in: shape.name).map {
        Finding(target: shape.module, text: "\(shape.key): \($0.words.joined())")
      }
    }
    Ratchet(0).check(found, "metaphors as names of types")
  }

  @Test("finds words in prose and in identifiers")
  func findsWords() {
    let vocabulary = Vocabulary(
      "asker askers: waiter\nleft-alone: skipped\nis-no/longer ask: submit"
    )
    func found(_ text: String) -> [[Substring]] { vocabulary.violations(in: text).map(\.words) }
    #expect(found("let firstAsker = task.mask") == [["asker"]])
    #expect(
      found("/// Askers are left alone, then left. Alone!") == [
        ["askers"], ["left", "alone"], ["left", "alone"],
      ]
    )
    #expect(found("askHub(_ASK)") == [["ask"], ["ask"]])
    #expect(found("left, but not alone, is no longer") == [])
    #expect(found("is no hub") == [["is", "no"]])
  }

  private static func findings(_ bans: (SourceLexer.Line) -> [Vocabulary.Ban]) -> [Finding] {
    files.flatMap { file in
      file.lexed.flatMap { line in
        bans(line).map { ban in
          let words = ban.words.joined(separator: " ")
          return Finding(
            target: file.target,
            text: "\(file.path):\(line.number): \"\(words)\"; write \(ban.instead)"
          )
        }
      }
    }
  }
}
