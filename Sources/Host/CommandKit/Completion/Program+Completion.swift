extension Program {
  /// Completes the last word of a command line.
  ///
  /// `words` are all words after the program name; the last one may be empty.
  package func completion(for words: [String]) -> Completion {
    let typed = words.last ?? ""
    var scanner = ArgumentScanner(self)
    for word in words.dropLast() {
      do throws(UsageError) {
        try scanner.consume(word)
      } catch {
        // After an invalid word there is nothing to suggest, except after an unknown option.
        guard case .unknownOption = error.reason else { return .candidates([]) }
      }
    }
    switch scanner.expects {
    case .value(let option, _):
      return values(of: option.value, startingWith: typed)
    case .anything where typed.hasPrefix("-"), .optionalValue where typed.hasPrefix("-"):
      return options(in: scanner, startingWith: typed)
    case .anything, .optionalValue, .onlyArguments:
      return self.words(in: scanner, startingWith: typed)
    }
  }

  private func values(
    of value: ValueInfo?,
    startingWith typed: String,
    after prefix: String = ""
  ) -> Completion {
    switch value?.suggestions {
    case .files: return .files
    case .list(let list): return .list(.init(list: list, typed: typed, prefix: prefix))
    case .words(let words):
      return .candidates(
        words.filter { $0.hasPrefix(typed) }.map { .init(word: prefix + $0, meaning: "") }
      )
    case .some(.none), nil: return .candidates([])
    }
  }

  private func options(
    in scanner: ArgumentScanner<Action>,
    startingWith typed: String
  ) -> Completion {
    let options = scanner.command == nil ? sharedOptions : scanner.validOptions
    let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      let option = options.first { $0.spelling == parts[0] }
      return values(of: option?.value, startingWith: String(parts[1]), after: "\(parts[0])=")
    }
    let given = Set(scanner.options.map(\.info.name))
    let left = options.filter {
      $0.spelling.hasPrefix(typed) && ($0.repeats || !given.contains($0.name))
    }
    return .candidates(left.map { .init(word: $0.spelling, meaning: $0.help) })
  }

  private func words(in scanner: ArgumentScanner<Action>, startingWith typed: String) -> Completion
  {
    if let command = scanner.command, command.subcommands.isEmpty {
      let arguments = command.arguments
      let next = scanner.arguments.count
      let repeated = arguments.last.flatMap { $0.count == .many ? $0 : nil }
      let argument = next < arguments.count ? arguments[next] : repeated
      return values(of: argument?.value, startingWith: typed)
    }
    let names = scanner.choices.filter { $0.name.hasPrefix(typed) }
    return .candidates(names.map { .init(word: $0.name, meaning: $0.abstract) })
  }
}
