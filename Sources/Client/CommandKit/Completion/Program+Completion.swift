extension Program {
  /// What can stand in place of the last word, of which a beginning is typed already.
  ///
  /// `words` are all words after the program's name; the last one may be empty.
  package func completion(for words: [String]) -> Completion {
    let typed = words.last ?? ""
    var walk = ArgumentWalk(self)
    for word in words.dropLast() {
      do throws(UsageError) {
        try walk.take(word)
      } catch {
        // After a wrong word nothing sensible can be offered, except after a wrong option.
        guard case .unknownOption = error.problem else { return .candidates([]) }
      }
    }
    switch walk.expects {
    case .value(let option, _):
      return values(of: option.value, startingWith: typed)
    case .anything where typed.hasPrefix("-"):
      return options(in: walk, startingWith: typed)
    case .anything, .onlyWords:
      return self.words(in: walk, startingWith: typed)
    }
  }

  private func values(
    of value: ValueInfo?,
    startingWith typed: String,
    after prefix: String = ""
  ) -> Completion {
    guard value?.suggestions != .files else { return .files }
    let words = value?.words ?? []
    return .candidates(
      words.filter { $0.hasPrefix(typed) }.map { .init(word: prefix + $0, meaning: "") }
    )
  }

  private func options(
    in walk: ArgumentWalk<Action>,
    startingWith typed: String
  ) -> Completion {
    let options = walk.command == nil ? sharedOptions : walk.optionsHere
    let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      let option = options.first { $0.spelling == parts[0] }
      return values(of: option?.value, startingWith: String(parts[1]), after: "\(parts[0])=")
    }
    let given = Set(walk.options.map(\.form.name))
    let left = options.filter {
      $0.spelling.hasPrefix(typed) && ($0.repeats || !given.contains($0.name))
    }
    return .candidates(left.map { .init(word: $0.spelling, meaning: $0.help) })
  }

  private func words(in walk: ArgumentWalk<Action>, startingWith typed: String) -> Completion {
    if let command = walk.command, command.subcommands.isEmpty {
      let operands = command.operands
      let next = walk.operands.count
      let repeated = operands.last.flatMap { $0.count == .many ? $0 : nil }
      let operand = next < operands.count ? operands[next] : repeated
      return values(of: operand?.value, startingWith: typed)
    }
    let names = walk.choices.filter { $0.name.hasPrefix(typed) }
    return .candidates(names.map { .init(word: $0.name, meaning: $0.abstract) })
  }
}
