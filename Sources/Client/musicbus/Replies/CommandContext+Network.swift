import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// What to do without a network: the sources are not called again, and the library has what they sent earlier.
extension CommandContext {
  static let networkLost = "No internet connection: showing what the library has."

  static let notInLibrary = CommandFailure(
    "The library does not have it.",
    "Try again when you are connected."
  )

  /// Whether a call would be answered from the library if no source can be reached.
  ///
  /// A script with `--json` gets what it asked for, and the reasons why it is not complete.
  func mayDisconnect<Result>(_ call: Call<Result>) -> Bool {
    !isDisconnected && !settings.json && settings.cache == nil && call.parameters.cache == nil
  }

  /// Whether the sources of a call could not be reached, as it is without a network.
  func lacksNetwork(_ result: Result<Reply, some Error>) -> Bool {
    switch result {
    case .success(let reply): return reply.done.noNetwork == true
    case .failure(let error):
      guard case .failed(let failure)? = error as? ClientError else { return false }
      return failure.noNetwork == true
    }
  }

  /// The reply of the library or, if it has nothing, what there is without it.
  func withoutNetwork(
    _ first: Result<Reply, any Error>,
    _ offline: @autoclosure () throws -> Reply
  ) throws -> Reply {
    do {
      let reply = try offline()
      guard reply.items.isEmpty, let known = try? first.get(), !known.items.isEmpty else {
        return reply
      }
      return known
    } catch ClientError.failed(let failure) where failure.sources != nil {
      if let known = try? first.get(), !known.items.isEmpty { return known }
      throw CommandContext.notInLibrary
    }
  }
}
