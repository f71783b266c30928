import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import ProviderInstalling

/// A call by a sample of a provider that was just added: a provider that runs may still find nothing, such as for lack
/// of a key, of its source, or of a part of its program.
struct SampleTrial {
  private let context: CommandContext
  private let provider: ProviderStatus
  private let sample: Descriptor.ExampleCall

  private struct Document: Decodable {
    var samples: [Descriptor.ExampleCall]?
  }

  /// `nil` if the manifest has no sample that a user could call.
  ///
  /// `manifest` is that of its program, which an instance shares with others.
  init?(_ provider: ProviderStatus, manifest: String, _ context: CommandContext) {
    guard
      let bytes = try? FileDescriptor(manifest, 0).readAll(atMost: PublishedManifest.maxBytes),
      let samples = try? JSONCodec.decode(Document.self, from: bytes).samples
    else { return nil }
    // The ids of the samples are those of the first instance, whose server is another one.
    let isInstance = ProviderInstance(at: provider.manifest ?? manifest) != nil
    let known = samples.filter { sample in
      guard let spec = Methods[sample.method], provider.methods.contains(sample.method) else {
        return false
      }
      return !spec.kinds.isEmpty && (sample.params.id == nil || !isInstance)
    }
    guard let sample = known.first(where: { $0.params.text != nil }) ?? known.first else {
      return nil
    }
    (self.context, self.provider, self.sample) = (context, provider, sample)
  }

  /// Makes the call within the time limit of a command, and says whether the provider works.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)``
  func run() throws {
    context.restartDeadlines()
    do {
      let reply = try context.hubReply(to: context.filled(call))
      if let report = report(in: reply.done.sources), report.outcome.isMissing {
        return warn("failed: \(report.error?.message ?? report.reason)")
      }
      say(reply.items.count)
    } catch ClientError.interrupted(let signal) {
      throw ClientError.interrupted(signal: signal)
    } catch ClientError.failed(let failure) {
      warn("failed: \(report(in: failure.sources)?.error?.message ?? failure.message)")
    } catch let error as any UserFacingError {
      warn("failed: \(error.message) \(error.hint)")
    }
  }

  /// A call of this provider alone, which no cached reply answers.
  private var call: Call<Reply> {
    Call<Reply>.sample(sample, of: provider.id).with {
      $0.waitMs = context.settings.timeout.milliseconds
    }
  }

  private func report(in sources: [SourceReport]?) -> SourceReport? {
    sources?.first { $0.provider == provider.id }
  }

  private func say(_ count: Int) {
    let kinds = Methods[sample.method]?.kinds ?? []
    let found = count.counted(kinds.count == 1 ? kinds[0].rawValue : "result")
    guard count > 0 else { return warn("found \(found)") }
    guard !context.settings.json else { return }
    context.terminal.print(StyledText("\(name) works: \(title) found \(found)."))
  }

  /// What was added stays: its source may be away for a moment.
  private func warn(_ problem: String) {
    let sentence = "\(name) was added and runs, but \(title) \(problem)".asSentence
    context.terminal.note(StyledText(sentence))
    context.terminal.note(StyledText("See its log: musicbus provider log \(provider.id)"))
  }

  private var name: String { provider.name ?? provider.id.rawValue }

  /// The call as a user reads it: `artists.search "Nina Simone"`.
  private var title: String {
    let subject =
      sample.params.text.map { "\"\($0)\"" } ?? sample.params.id.map { "\($0)" }
      ?? sample.params.chart?.rawValue
    return sample.method.rawValue + (subject.map { " \($0)" } ?? "")
  }
}
