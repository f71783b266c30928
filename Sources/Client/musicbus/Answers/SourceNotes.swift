import BusProtocol
import CommandKit
import MusicModel

/// What became of the sources that were asked, as lines for a person.
struct SourceNotes: Hashable, Sendable {
  var reports: [SourceReport]

  init(_ reports: [SourceReport]) { self.reports = reports }

  /// First whom to thank, then who had nothing, then who failed, why, and what to do.
  var lines: [StyledText] { attributions + kept + silent + skipped + failures }

  private var attributions: [StyledText] {
    reports.filter(\.gaveSomething).compactMap { report in
      let facts = [report.count?.counted("record"), report.spokenAge].compactMap(\.self)
      let amount = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
      guard report.attribution != nil || report.count != nil else { return nil }
      let attribution = report.attribution.map { ": \($0)" } ?? ""
      return StyledText("From \(report.provider)\(amount)\(attribution)", .dim)
    }
  }

  private var kept: [StyledText] {
    reports.filter { $0.outcome == .stale }.map { report in
      let age = report.ageMs.map { " of \(HumanFormat.duration(ms: $0)) ago" } ?? ""
      let line = "\(report.provider): shown is its answer\(age)."
      let why = report.error.map { " \($0.message.trimmed)" } ?? ""
      let attribution = report.attribution.map { " (\($0))" } ?? ""
      return StyledText(line + why + attribution)
    }
  }

  private var silent: [StyledText] {
    let sentences: [((SourceReport) -> Bool, String)] = [
      ({ $0.outcome == .empty || $0.gaveNothing }, "Nothing found at"),
      ({ $0.outcome == .notLinked }, "Not known to"),
      ({ $0.outcome == .skipped }, "Not asked"),
    ]
    return sentences.compactMap { belongs, sentence in
      let names = reports.filter(belongs).map(\.provider.rawValue)
      guard !names.isEmpty else { return nil }
      return StyledText("\(sentence): \(names.joined(separator: ", "))", .dim)
    }
  }

  private var skipped: [StyledText] {
    reports.compactMap { report in
      guard let count = report.skipped, count > 0 else { return nil }
      return StyledText(
        "\(report.provider): left out \(count.counted("record")) that could not be used.",
        .dim
      )
    }
  }

  /// A line for each source of which something is missing.
  var failures: [StyledText] {
    reports.filter(\.outcome.isMissing).map { report in
      let reason = report.reason
      return "\(report.provider.rawValue, .color(.yellow)): \(reason) \(report.advice)"
    }
  }
}

extension SourceReport {
  private var isAnswer: Bool { outcome == .ok || outcome == .cached }

  /// Whether it is to be thanked.
  fileprivate var gaveSomething: Bool { isAnswer && count != 0 }

  /// It answered, now or before, that it has nothing.
  fileprivate var gaveNothing: Bool { isAnswer && count == 0 }

  /// How old a kept answer is; one of the last minute is as good as new.
  fileprivate var spokenAge: String? {
    guard let ageMs, ageMs >= 60_000 else { return nil }
    return "\(HumanFormat.duration(ms: ageMs)) old"
  }

  /// Why something is missing, in a sentence.
  var reason: String {
    let time = elapsedMs.map { " after \(HumanFormat.duration(ms: $0))" } ?? ""
    let what =
      switch outcome {
      case .timeout: "no answer\(time)"
      case .late: "not yet an answer\(time)"
      case .rateLimited: "its source takes no more requests for now"
      case .starting: "it is still starting"
      default: "it failed"
      }
    guard outcome != .late, outcome != .starting, let message = error?.message else {
      return what.capitalizedFirst + "."
    }
    let sentence = message.trimmed
    return "\(what.capitalizedFirst): \(sentence)" + (sentence.hasSuffix(".") ? "" : ".")
  }

  /// What to do about it, in a sentence.
  var advice: String {
    if let time = error?.retryAfterMs {
      return "Try again in \(Swift.max(1, (time + 999) / 1000).counted("second"))."
    }
    return switch (outcome, error?.code) {
    case (.timeout, _): "Try again with a longer --timeout."
    case (.late, _): "Wait longer with --wait."
    case (.starting, _): "Try again in a moment."
    case (.rateLimited, _): "Try again in a minute."
    case (_, ErrorCode.notCached?): "Ask without --offline."
    case (_, ErrorCode.configurationInvalid?): "See: musicbus config check"
    case (_, ErrorCode.providerLost?): "See: musicbus providers"
    default: "Try again in a while."
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
