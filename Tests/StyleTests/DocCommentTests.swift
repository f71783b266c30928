import Testing

@Suite("Doc comments")
struct DocCommentTests {
  private static let questions: Set<Substring> = [
    "What", "Who", "Whom", "Whose", "Which", "Where", "When", "How", "Why",
  ]

  @Test("do not start with a question word")
  func start() {
    let found = Self.findings { comment in
      comment.sentence.split(separator: " ").first.map { Self.questions.contains($0) } ?? false
    }
    Ratchet(10).check(found, "doc comments that start with a question word")
  }

  @Test("start with a sentence of at most 100 characters")
  func length() {
    let found = Self.findings { $0.sentence.count > 100 }
    Ratchet(18).check(found, "doc comments whose first sentence is longer than 100 characters")
  }

  @Test("are read up to the end of their first sentence")
  func findsSentences() {
    let file = SourceFile(
      "Sources/A/M/1.swift",
      """
      /// Returns a name such as `a.b`
      /// in lower case. Then more.
      func a() {
        /// The end
        ///
        /// - Returns: nothing
        let b = 1  // Which one?
        /// A list:
        ///   - item
      }
      """
    )
    #expect(
      file.docComments.map(\.sentence) == [
        "Returns a name such as `a.b` in lower case.", "The end", "A list:",
      ]
    )
    #expect(file.docComments.map(\.line) == [1, 4, 8])
  }

  private static func findings(where isWrong: (DocComment) -> Bool) -> [Finding] {
    SourceFile.all.flatMap { file in
      file.docComments.filter(isWrong).map {
        Finding(target: file.target, text: "\(file.path):\($0.line): \($0.sentence)")
      }
    }
  }
}

/// A comment that documents a declaration.
struct DocComment: Hashable {
  let line: Int
  /// The first sentence.
  let sentence: String
}

extension SourceFile {
  var docComments: [DocComment] {
    var comments: [DocComment] = []
    var start: Int?
    var text = ""
    var isComplete = false
    for line in lexed {
      guard line.comment.hasPrefix("///"), line.code.allSatisfy({ $0 == " " }) else {
        if let start { comments.append(DocComment(line: start, sentence: text)) }
        (start, text, isComplete) = (nil, "", false)
        continue
      }
      start = start ?? line.number
      let words = line.comment.dropFirst(3).trimmed
      if words.isEmpty || words.hasPrefix("- ") { isComplete = true }
      guard !isComplete else { continue }
      text += (text.isEmpty ? "" : " ") + words
      if let end = text.firstRange(of: ". ") {
        text = String(text[..<end.lowerBound]) + "."
        isComplete = true
      } else if text.hasSuffix(".") || text.hasSuffix(":") {
        isComplete = true
      }
    }
    if let start { comments.append(DocComment(line: start, sentence: text)) }
    return comments
  }
}
