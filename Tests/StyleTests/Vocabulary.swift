/// Words and idioms that MusicBus does not use, with the ones to write instead.
struct Vocabulary {
  /// A sequence of words, and its replacement.
  struct Ban: Hashable {
    let words: [Substring]
    /// Words after which the sequence is allowed: `no longer` in `is no longer`.
    let unless: [Substring]
    let instead: String
  }

  /// By first word.
  private let bans: [Substring: [Ban]]

  /// Reads lines such as `asker left-alone is-no/longer: waiter`: words and idioms, and their
  /// replacement. A hyphen joins the words of an idiom; a slash precedes a word that makes it valid.
  init(_ table: String) {
    let bans = table.split(separator: "\n").flatMap { line -> [Ban] in
      let phrases = line.prefix { $0 != ":" }
      return phrases.split(separator: " ").map { phrase in
        let parts = phrase.split(separator: "/")
        return Ban(
          words: parts[0].split(separator: "-"),
          unless: Array(parts.dropFirst()),
          instead: String(line.drop { $0 != ":" }.dropFirst(2))
        )
      }
    }
    self.bans = Dictionary(grouping: bans, by: { $0.words[0] })
  }

  /// The bans that a text violates.
  func violations(in text: String) -> [Ban] {
    let words = Vocabulary.words(of: text)
    return words.indices.flatMap { index in
      (bans[words[index]] ?? []).filter { ban in
        let next = words[index...].dropFirst(ban.words.count).first
        return words[index...].starts(with: ban.words) && !ban.unless.contains { $0 == next }
      }
    }
  }

  /// The words of prose or of identifiers, in lower case: `sendCall` has two.
  static func words(of text: String) -> [Substring] {
    var separated: [UInt8] = []
    var isAfterLowercase = false
    for byte in text.utf8 {
      let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if isUppercase, isAfterLowercase { separated.append(UInt8(ascii: " ")) }
      separated.append(isUppercase ? byte + 32 : isLowercase || byte > 127 ? byte : 32)
      isAfterLowercase = isLowercase
    }
    return String(decoding: separated, as: UTF8.self).split(separator: " ")
  }
}

extension Vocabulary {
  /// Banned in identifiers.
  static let identifiers = Vocabulary(
    """
    ask asks asked asking asker askers: submit, query, waiter
    question questions: call, provider call, query
    answer answers answered answering: reply, response, result
    patience: timeout, soft deadline
    overdue: timed out
    farewell farewells greeting stranger strangers: session end, bye
    depart departs departing departure departures: drain
    keep keeps kept keeper keepers: store, cached, retained
    recall remember remembers remembered forget forgets forgotten: look up, store, remove
    leftover anew: retained, again
    tell tells told: report, log
    nobody somebody anybody whoever person persons people: user, caller, client
    desk desks ticket tickets shelf door doorkeeper drawer: queue, pending reply
    judge judges judged judging judgement judgements rejudge: check, resolve
    ledger remnant tally rings likeness reunion reunite unite: journal, similarity, merge
    world deed deeds befall befalls happening happenings story stories dice: system, step, trace
    temper testimony spoken lie lies noticed: behavior, history, fault
    stage gate lane salt crowd burner: harness, proxy, worker
    folder folders: directory
    operand operands: argument
    place places: index, position, path, location
    bars: targets
    pieces: chunks
    mend: fix
    """
  )

  /// Banned in comments and strings: words and idioms.
  static let prose = Vocabulary(
    """
    ask asks asked asking asker askers question questions: call, query, request
    answer answers answered answering: reply, response, result
    patience overdue farewell farewells: soft deadline, timed out, session end
    keep keeps kept keeper: store, cache, retain, save
    remembered remembers forgets forgotten: stored, removed
    tell tells told telling: return, report, contain, log
    nobody somebody anybody whoever persons people a-person: user, caller, client
    anew once-more now-and-then mostly: again, periodically, usually
    behind: after, following, in the background
    at-once: immediately, concurrently
    on-the-disk to-the-disk: durable, synced, written to disk
    nothing-where nothing-if nothing-when or-nothing: nil if
    where-there where-it where-that where-one where-nobody where-nothing: if, when
    where-somebody where-they where-he where-no where-a: if, when
    what-is what-was what-came what-comes what-became what-becomes what-they what-it: noun
    is-none are-none was-none were-none: is not, does not exist
    is-no/longer are-no/longer was-no/longer were-no/longer: is not a, does not exist
    left-aside passed-over left-alone left-out set-aside put-off taken-for: ignored, skipped
    let-go-of lets-go-of gives-up give-up given-up: released, abandoned
    befall befalls deed deeds dice: apply, step
    as-it-were of-its-own of-their-own by-itself: (delete)
    judge judges judged judgement: check, decide
    folder folders: directory
    mend mended: fix
    """
  )

  /// Banned in names of types: metaphors.
  static let types = Vocabulary(
    """
    desk desks shelf shelves door doorkeeper keeper keepers stage judge story dice gate lane: noun
    ledger testimony world deed happening temper lie spoken farewell farewells departure: noun
    ticket tickets asker question answer answers place places harm spot: noun
    reunion succession remnant tally rings salt truth crowd bars burner flooder: noun
    """
  )
}
