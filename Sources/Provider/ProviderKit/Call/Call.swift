public import BusProtocol
public import MusicModel

/// One question to a provider: what is asked, and what it may do to answer.
public struct Call: Sendable {
  public let method: Method
  public let parameters: CallParameters
  let run: CallContext

  /// The time until the answer must be there; every request to a source is bound by it already.
  public var timeLeft: Duration { run.timeLeft }

  /// Sends items at once, ahead of those that the method returns; for answers that come in pieces.
  public func append(_ items: [Entity]) { run.append(items) }

  /// Counts a record of the source as left out.
  ///
  /// - Parameter reason: a few words, without the record's own data: equal ones are counted
  ///   together.
  public func skip(_ reason: String) { run.skip(reason) }

  /// What was left out so far: `7 feature-movie, 3 audiobook`.
  public var skippedInWords: String? { run.account.skippedInWords }

  /// Adds a sentence for the person who asked.
  public func note(_ sentence: String) { run.note(sentence) }

  /// Converts records one by one; those that cannot be used are left out and counted.
  public func keep<Kept>(
    _ elements: [JSONValue],
    _ convert: (JSONRecord) throws(UnusableRecord) -> Kept
  ) -> [Kept] {
    elements.compactMap { element in
      do throws(UnusableRecord) {
        guard let record = JSONRecord(element) else { throw UnusableRecord("no object") }
        return try convert(record)
      } catch {
        skip(error.reason)
        return nil
      }
    }
  }
}
