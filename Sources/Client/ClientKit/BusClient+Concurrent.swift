package import BusProtocol
internal import HostKit

extension BusClient {
  /// A call among several that are made concurrently.
  package struct ConcurrentCall: Hashable, Sendable {
    package var method: Method
    package var parameters: CallParameters

    package init(_ method: Method, _ parameters: CallParameters) {
      self.method = method
      self.parameters = parameters
    }
  }

  /// Makes calls concurrently and returns their results in the order of the calls.
  ///
  /// `timeout` limits them together. This client waits a second longer, or only for `maxWait`. The calls
  /// are not repeated if the hub ends.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  package func call(
    all calls: [ConcurrentCall],
    timeout: Duration,
    maxWait: Duration? = nil
  ) throws(ClientError) -> [Result<Reply, ClientError>] {
    var results: [Result<Reply, ClientError>?] = Array(repeating: nil, count: calls.count)
    var assemblers: [String: (index: Int, assembler: ReplyAssembler)] = [:]
    for index in calls.indices {
      let id = try connection.call(
        calls[index].method,
        calls[index].parameters,
        timeoutMs: timeout.milliseconds
      )
      assemblers[id] = (index, ReplyAssembler(call: id))
    }
    let deadline = Deadline.after(maxWait ?? timeout + .seconds(1))
    while results.contains(where: { $0 == nil }) {
      switch try next(deadline, of: nil) {
      case .event(.callMessage(let message)):
        guard let id = message.header.re, let (index, known) = assemblers[id] else { continue }
        var assembler = known
        do throws(ClientError) {
          if case .done(let reply) = try assembler.receive(message) {
            results[index] = .success(reply)
          }
          assemblers[id] = (index, assembler)
        } catch {
          results[index] = .failure(error)
        }
      case .event(.ended), .hubLost:
        return results.map { $0 ?? .failure(.hubLost) }
      case .event, .woken: break
      case .deadline:
        return results.indices.map { index in
          results[index] ?? .failure(.timedOut(calls[index].method, afterMs: timeout.milliseconds))
        }
      }
    }
    return results.compactMap(\.self)
  }
}
