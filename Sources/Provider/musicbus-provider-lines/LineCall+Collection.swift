import BusProtocol
import MusicModel
import ProviderKit

extension LineCall {
  /// The report that ends a call of `collection.check`.
  func report(_ line: ProgramLine) throws(Failure) -> Reply {
    var line = line
    line.collection = line.collection?.mapTexts { name, text in
      name == "id" ? names.translated(text) : text
    }
    guard let report = try line.report() else {
      throw ended("without \"collection\"", "the report")
    }
    addRemarks(of: line)
    return Reply(collection: report)
  }
}

extension ProgramLine {
  /// The report on what the user has. What the program left out is 0 or empty; `nil` if it has none.
  ///
  /// - Throws: `INTERNAL` with the member that is wrong.
  fileprivate func report() throws(Failure) -> CollectionReport? {
    guard let collection else { return nil }
    do {
      guard let stated = collection.members else { throw UnusableRecord("not an object") }
      let empty = try JSONValue(JSONCodec.encode(CollectionReport()), .wire).members ?? [:]
      let members = JSONValue.object(empty.merging(stated) { $1 })
      let report = try JSONCodec.decode(
        CollectionReport.self,
        from: JSONCodec.encode(members)
      )
      guard report.hasCounts else { throw UnusableRecord("a number is negative") }
      return report.bounded
    } catch {
      let reason = (error as? UnusableRecord)?.reason ?? JSONCodec.describe(error)
      throw Failure(.internalError, "The \"collection\" of the program is not valid: \(reason)")
    }
  }
}
