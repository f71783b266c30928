/// The words with a meaning, looked up by the hash of their normalized form.
struct TitleWords {
  private var words: [TitleWord] = [.unknown]
  private var numbers: [UInt64: UInt8] = [:]
  /// Most words of titles have no meaning.
  private var filter = HashFilter()

  static let all = TitleWords()

  /// The number of a word, or 0 if it has no meaning.
  func number(_ hash: UInt64) -> UInt8 {
    filter.mayContain(hash) ? numbers[hash] ?? 0 : 0
  }

  subscript(_ number: UInt8) -> TitleWord { words[Int(number)] }

  func roles(_ hash: UInt64) -> TitleWord.Roles { words[Int(number(hash))].roles }

  private init() {
    for (text, roles) in TitleWords.roles { change(text) { $0.roles.formUnion(roles) } }
    for (text, version) in TitleWords.versions { change(text) { $0.version.formUnion(version) } }
    for (spelling, text) in TitleWords.spellings {
      change(text) { $0.spelling = Array(spelling.utf8) }
    }
    for (value, text) in TitleWords.figures {
      change(text) {
        $0.spelling = Array(value.utf8)
        $0.roles.formUnion(.number)
      }
    }
  }

  private mutating func change(_ text: String, _ change: (inout TitleWord) -> Void) {
    for word in text.split(separator: " ") {
      let hash = StableHash.of(word.utf8)
      if numbers[hash] == nil {
        numbers[hash] = UInt8(words.count)
        words.append(.unknown)
        filter.insert(hash)
      }
      change(&words[Int(numbers[hash] ?? 0)])
    }
  }
}
