internal import BusProtocol
internal import Foundation
internal import MusicModel

/// The program as a person starts it, without a hub: it says what it is, and runs single calls.
struct CommandLineMode: Sendable {
  let provider: any Provider
  let promise: Descriptor
  let program: String

  /// - Returns: the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    switch arguments.first {
    case "--describe": return describe()
    case "--try" where arguments.count > 1:
      return await attempt(Method(rawValue: arguments[1]), Array(arguments.dropFirst(2)))
    case "--version":
      StandardStreams.data("\(program) \(promise.version)")
      return ExitStatus.success
    case "--help", "-h":
      StandardStreams.data(text)
      return ExitStatus.success
    default:
      StandardStreams.log(text)
      return ExitStatus.usage
    }
  }

  /// What a person reads who starts it like any other program.
  var text: String {
    let methods = Capability.served(by: provider).map(\.method.rawValue)
    return """
      This is "\(promise.id)" (\(promise.name) \(promise.version)), a provider of MusicBus.
      A hub starts it; by itself it serves nobody. To see what it can do:

        \(program) --describe
        \(program) --try METHOD [KEY=VALUE…] [TEXT]

      Methods: \(methods.joined(separator: ", "))
      For example: \(program) \(example)

      \(promise.attribution.text)
      """
  }

  private var example: String {
    guard let sample = promise.samples.first else { return "--describe" }
    let what = sample.params.text ?? sample.params.id?.description ?? ""
    return "--try \(sample.method)" + (what.isEmpty ? "" : " \"\(what)\"")
  }

  private func describe() -> Int32 {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    guard let json = try? encoder.encode(promise) else { return ExitStatus.software }
    StandardStreams.data(String(decoding: json, as: UTF8.self))
    return ExitStatus.success
  }

  private func attempt(_ method: Method, _ words: [String]) async -> Int32 {
    do {
      let parameters = try TrialArguments.parameters(for: method, from: words)
      let trial = try StandaloneCall(provider, transport: URLSessionTransport())
      let outcome = await trial.run(method, parameters)
      return try tell(outcome)
    } catch let failure as Failure {
      StandardStreams.log("\(failure.code): \(failure.message)")
      return failure.code == .invalidParams ? ExitStatus.usage : ExitStatus.failure
    } catch {
      StandardStreams.log("\(error)")
      return ExitStatus.failure
    }
  }

  /// Items as lines of JSON on the standard output; the account of the call as text beside it.
  private func tell(_ outcome: StandaloneCall.Outcome) throws -> Int32 {
    for item in outcome.items {
      StandardStreams.data(String(decoding: try BusCodec.encode(item), as: UTF8.self))
    }
    if let media = outcome.media {
      let told = JSONValue.object([
        "type": .string(media.type), "url": .string(media.url),
        "bytes": .integer(media.bytes.count),
      ])
      StandardStreams.data(String(decoding: try BusCodec.encode(told), as: UTF8.self))
    }
    for note in outcome.notes { StandardStreams.log(note) }
    let account = CallContext.Account(spent: outcome.spent, skipped: outcome.skipped)
    let found = outcome.media == nil ? outcome.items.count.of("item") : "1 file"
    StandardStreams.log(found + account.inWords)
    guard let failure = outcome.failure else { return ExitStatus.success }
    StandardStreams.log("\(failure.code): \(failure.message)")
    return failure.code == .invalidParams ? ExitStatus.usage : ExitStatus.failure
  }
}

extension CallContext.Account {
  /// "; left out: 1 audiobook; asked itunes.apple.com 1×", for people.
  fileprivate var inWords: String {
    let asked = spent.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }
    return (skippedInWords.map { "; left out: \($0)" } ?? "")
      + (asked.isEmpty ? "" : "; asked \(asked.joined(separator: ", "))")
  }
}

extension Int {
  fileprivate func of(_ noun: String) -> String { "\(self) \(noun)" + (self == 1 ? "" : "s") }
}
