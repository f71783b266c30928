import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The outcome of each source, as lines for the user.
struct SourceNotes: Hashable, Sendable {
  var reports: [SourceReport]
  /// The names of sources; one without a name is called by its id.
  var names: [ProviderID: String] = [:]
  /// The user's country, if it is known.
  var country: String?
  /// Whether each attribution is a line of its own, in full.
  var isVerbose = false
  /// Whether there is no network, which is said once and not for each source.
  var isDisconnected = false
  /// Whether no source could be reached, which is said in one line.
  var lacksNetwork = false

  init(_ reports: [SourceReport]) { self.reports = reports }

  /// Attributions and notes first, then stale results, sources without results, and failures with hints.
  var lines: [StyledText] {
    let credits = (isVerbose ? attributions : credit) + notes
    return isDisconnected ? credits : credits + stale + withoutResults + skipped + failures
  }

  /// The lines, wrapped between words.
  func lines(fitting width: Int?) -> [StyledText] {
    guard let width else { return lines }
    return lines.flatMap { $0.wrapped(to: width) }
  }

  /// The notes of sources with results.
  private var notes: [StyledText] {
    reports.filter(\.hasResults).flatMap { report in
      (report.notes ?? []).map { StyledText("\(name(of: report)): \($0)", .dim) }
    }
  }

  /// The sources with results in one line; the attributions in full are in `musicbus providers`.
  private var credit: [StyledText] {
    let credited = reports.filter { report in
      report.outcome == .stale
        || report.hasResults && (report.attribution != nil || report.count != nil)
    }
    guard !credited.isEmpty else { return [] }
    // The age of stale results is in a line of its own.
    let ages = credited.map { report in
      report.outcome == .stale && !isDisconnected ? nil : report.displayedAge
    }
    // One that all of them have is said once.
    let common = Set(ages).count == 1 ? ages[0] : nil
    var texts: [String] = []
    for (report, age) in zip(credited, ages) {
      let own = common == nil ? age : nil
      let text = name(of: report) + (own.map { " (\($0))" } ?? "")
      if !texts.contains(text) { texts.append(text) }
    }
    let all = common.map { texts.count > 1 ? " (all \($0))" : " (\($0))" } ?? ""
    return [StyledText("Sources: \(texts.joined(separator: ", "))\(all)", .dim)]
  }

  private func name(of report: SourceReport) -> String {
    names[report.provider] ?? report.provider.rawValue
  }

  private var attributions: [StyledText] {
    reports.compactMap { report in
      guard report.hasResults || report.outcome == .stale,
        report.attribution != nil || report.count != nil
      else { return nil }
      let facts = [report.count?.counted("record"), report.displayedAge].compactMap(\.self)
      let amount = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
      let attribution = report.attribution.map { ": \($0)" } ?? ""
      return StyledText("From \(report.provider)\(amount)\(attribution)", .dim)
    }
  }

  private var stale: [StyledText] {
    reports.filter { $0.outcome == .stale }.map { report in
      let age = report.ageMs.map { " from \(HumanFormat.duration(ms: $0)) ago" } ?? ""
      let line = "\(report.provider): showing cached results\(age)."
      // Offline, the library has records of a source without a reply to this very call.
      let error = report.error.flatMap { $0.code == .notCached || lacksNetwork ? nil : $0 }
      return StyledText(line + (error.map { " \($0.message.asSentence)" } ?? ""))
    }
  }

  private var withoutResults: [StyledText] {
    let sentences: [((SourceReport) -> Bool, String)] = [
      (
        { $0.isNotInCountry },
        "Not available in your country\(country.map { " (\($0))" } ?? "") at"
      ),
      ({ !$0.isNotInCountry && ($0.outcome == .empty || $0.hasNoResults) }, "No results from"),
      ({ $0.outcome == .notLinked }, "No match at"),
      ({ $0.outcome == .skipped }, "Not queried"),
    ]
    return sentences.compactMap { belongs, sentence in
      let names = reports.filter(belongs).map(name)
      guard !names.isEmpty else { return nil }
      return StyledText("\(sentence): \(names.joined(separator: ", "))", .dim)
    }
  }

  private var skipped: [StyledText] {
    reports.compactMap { report in
      guard let count = report.skipped, count > 0 else { return nil }
      return StyledText(
        "\(report.provider): skipped \(count.counted("record")) that could not be used.",
        .dim
      )
    }
  }

  /// One line per source whose results are missing, or one for all without a network.
  var failures: [StyledText] {
    let missing = reports.filter(\.outcome.isMissing)
    if lacksNetwork, !missing.isEmpty {
      let names = missing.map(name).joined(separator: ", ")
      return [StyledText("No internet connection: could not reach \(names).")]
    }
    return missing.map { report in
      let reason = report.reason
      return "\(report.provider.rawValue, .color(.yellow)): \(reason) \(report.hint)"
    }
  }
}

extension SourceReport {
  private var hasReply: Bool { outcome == .ok || outcome == .cached }

  /// Whether the source deserves attribution.
  fileprivate var hasResults: Bool { hasReply && count != 0 }

  /// Whether the source replied, now or earlier, that it has nothing.
  fileprivate var hasNoResults: Bool { hasReply && count == 0 }

  /// The age of a cached reply of at least one minute.
  fileprivate var displayedAge: String? {
    guard let ageMs, ageMs >= 60_000 else { return nil }
    return "\(HumanFormat.duration(ms: ageMs)) old"
  }

  /// The reason why results are missing, as a sentence.
  var reason: String {
    if error?.code == .notCached { return "Not cached." }
    // A shorter time says nothing: another call of the command may have waited before.
    let time = elapsedMs.map { $0 < 1000 ? "" : " after \(HumanFormat.duration(ms: $0))" } ?? ""
    let what =
      switch outcome {
      case .timeout: "timed out\(time)"
      case .late: "no reply yet\(time)"
      case .rateLimited: "rate limited"
      case .deferred: "deferred"
      case .starting: "still starting"
      default: "failed"
      }
    guard outcome != .late, outcome != .starting, let message = error?.message else {
      return what.capitalizedFirst + "."
    }
    return message.asSentence.isEmpty
      ? what.capitalizedFirst + "." : "\(what.capitalizedFirst): \(message.asSentence)"
  }

  /// A suggestion, as a sentence.
  var hint: String {
    if let time = error?.retryAfterMs {
      return "Try again in \(WaitingTime.text(ms: time))."
    }
    return switch (outcome, error?.code) {
    case (.timeout, _): "Try again with a longer --timeout."
    case (.late, _): "Wait longer with --wait."
    case (.starting, _): "Try again in a moment."
    case (.rateLimited, _): "Try again in a minute."
    case (_, ErrorCode.notCached?): "Run the command without --offline."
    case (_, ErrorCode.configurationInvalid?): "See: musicbus config check"
    case (_, ErrorCode.upstreamRefused?): "The source would refuse it again."
    case (_, ErrorCode.providerLost?): "See: musicbus providers"
    default: "Try again later."
    }
  }
}
