public import BusProtocol
public import MusicModel

/// The error to throw for a record that cannot be converted; see ``Call/convert(_:_:)``.
public struct UnusableRecord: Error, Hashable, Sendable {
  /// A short reason without data of the record; equal reasons are counted together.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}

/// Converts a record of the upstream into an entity.
public typealias Conversion<Item> = (JSONRecord) throws(UnusableRecord) -> Item

/// One call to a provider: its method and parameters, and the means to serve it.
public struct Call: Sendable {
  public let method: Method
  public let parameters: CallParameters
  let context: CallContext

  /// The time until the deadline. HTTP requests are limited to it automatically.
  public var timeLeft: Duration { context.timeLeft }

  /// Sends items immediately, before those that the method returns.
  public func stream(_ items: [Entity]) { context.stream(items) }

  /// Counts a record of the upstream as skipped.
  ///
  /// - Parameter reason: a few words without data of the record; equal reasons are counted
  ///   together.
  public func skip(_ reason: String) { context.skip(reason) }

  /// The records skipped so far: `7 feature-movie, 3 audiobook`; `nil` without any.
  public var skippedSummary: String? { context.summary.skippedSummary }

  /// Adds a sentence that is shown to the user together with the results.
  public func addNote(_ sentence: String) { context.addNote(sentence) }

  /// States that the reply is fresh for a shorter time than usual, in milliseconds.
  public func shortenFreshness(toMs freshMs: Int) { context.shortenFreshness(toMs: freshMs) }

  /// Names the work that a text of the reply comes from, as its licence requires.
  public func credit(_ work: String, _ url: String, licence: String) {
    addNote("Text: \(work), \(url), \(licence).")
  }

  /// Converts a JSON record; `nil` if it is missing or unusable.
  public func convert<Converted>(
    _ record: JSONRecord?,
    _ convert: Conversion<Converted>
  ) -> Converted? {
    record.flatMap { self.convert([.object($0.members)], convert).first }
  }

  /// Converts JSON records one by one, and skips those for which `convert` throws.
  public func convert<Converted>(
    _ elements: [JSONValue],
    _ convert: Conversion<Converted>
  ) -> [Converted] {
    elements.compactMap { element in
      do throws(UnusableRecord) {
        guard let record = JSONRecord(element) else { throw UnusableRecord("not an object") }
        return try convert(record)
      } catch {
        skip(error.reason)
        return nil
      }
    }
  }
}
