internal import JSON
internal import MusicModel

/// A line without a checksum, which a hand wrote or changed. It may lack what people cannot write well: its
/// time, its favourite, its rank, or its snapshot.
struct HandLine: Sendable {
  /// The line as it stands in the file.
  let bytes: [UInt8]
  /// The newest of its times, if it states its own.
  private(set) var newest: Timestamp?
  let rank: FractionalIndex?
  private let at: Timestamp?
  private let members: LineMembers
  private let content: FavoriteContent?
  /// Whether it states a favourite, and not a change of one.
  private let isState: Bool

  /// Reads a line that does not end with a checksum, and checks all of it, which no checksum does.
  init(_ document: [UInt8], _ line: Range<Int>) throws(LineError) {
    bytes = Array(document[line])
    let text = bytes[..<((bytes.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? -1) + 1)]
    guard JSONCursor(bytes, 0..<text.count).isEnclosed(by: .object) else { throw .notComplete }
    do throws(JSONError) {
      members = try LineMembers(bytes, 0..<text.count)
    } catch {
      throw LineError("invalid JSON: \(error)")
    }
    let reader = LineReader(members: members)
    guard let op = try reader.string(.op) else { throw LineError("its \"op\" is missing") }
    guard members[.sum] == nil else {
      throw LineError("its \"sum\" is not a checksum at its end, without spaces")
    }
    guard members.endsWithKnown else {
      throw LineError("it has no checksum, and its last member is not known")
    }
    do throws(JSONError) {
      _ = try JSONValue(bytes, .wire)
    } catch {
      throw LineError("invalid JSON: \(error)")
    }
    at = try reader.moment(.at)
    newest = at
    for member in [LineMember.hereAt, .rankAt, .noteAt, .entityAt] {
      guard let known = newest, let moment = try reader.moment(member) else { continue }
      newest = max(known, moment)
    }
    rank = try reader.rank(.rank)
    isState = op == "add" || op == "keep"
    content = isState || op == "refresh" ? try reader.contentByHand(isState: isState) : nil
    // Without content, it makes a change undoable.
    guard op != "add" || content != nil || (at != nil && members[.fav] != nil) else {
      throw LineError("its \"entity\" is missing")
    }
    guard members[.fav] != nil || (isState && content != nil) else {
      throw LineError("its \"fav\" is missing")
    }
  }

  /// Whether it is, or was, one of several lines of the change at this time.
  func isOfChange(_ moment: Timestamp) -> Bool {
    members[.lines] != nil && (at == nil || at == moment)
  }

  /// The values of what lines lack.
  struct Gaps {
    /// The time of adding.
    let addedAt: Timestamp
    /// The newest time of all lines that have one.
    private(set) var newest = Timestamp.never
    private var last = Timestamp.never
    private var rank: FractionalIndex?

    init(addedAt: Timestamp) { self.addedAt = addedAt }

    /// Takes the time and the rank of a line into account.
    mutating func note(_ at: Timestamp?, _ rank: FractionalIndex?) {
      newest = max(newest, at ?? .never)
      last = newest
      if let rank { self.rank = self.rank.map { max($0, rank) } ?? rank }
    }

    /// A time after all others.
    mutating func nextMoment() throws(LineError) -> Timestamp {
      guard last.next < .limit else { throw LineError("its \"at\" is missing, and none is left") }
      last = last.next
      return last
    }

    /// A rank after all others; the last one once more if a longer one would be malformed.
    mutating func nextRank() -> FractionalIndex {
      let next = FractionalIndex.between(rank, nil)
      let isReadable = next.text.utf8.count <= FavoriteLimits.maxReadableRankLength
      let found = isReadable ? next : rank ?? .start
      rank = found
      return found
    }
  }

  /// The line that a program would have written.
  func completed(_ gaps: inout Gaps) throws(LineError) -> FavoriteLine {
    // It would be newer than all that is done from now on, on all machines.
    if gaps.addedAt > .never, let newest, newest.isDay(after: gaps.addedAt) {
      throw LineError("it has a time in the future")
    }
    var writer = LineWriter()
    var omitted: Set<LineMember> = content == nil ? [] : [.kind, .name, .ids, .entity]
    if at == nil {
      writer.member("at", try gaps.nextMoment())
      omitted.formUnion([
        .lines, .hereAt, .rankAt, .noteAt, .entityAt, .batch, .change, .undoes, .was,
      ])
      if isState, members[.added] == nil { writer.member("added", gaps.addedAt) }
    }
    for member in LineMember.allCases where !omitted.contains(member) {
      guard let value = members[member] else { continue }
      writer.members(json: Array("\"\(member)\":".utf8) + members.bytes[value])
    }
    if let content {
      let ids = String(decoding: content.idsText, as: UTF8.self)
      if members[.fav] == nil {
        let fav = FavoriteID(at: at ?? gaps.newest, from: content.kind.rawValue + ids)
        writer.member("fav", fav.description)
      }
      if isState, rank == nil { writer.member("rank", gaps.nextRank().text) }
      writer.members(of: content)
    }
    let text = writer.finished()
    guard text.count <= FavoriteLimits.maxLineBytes else { throw .tooLong }
    return try FavoriteLine(text, 0..<text.count - 1)
  }
}

extension Timestamp {
  /// Whether it is more than a day after another: more than clocks differ.
  fileprivate func isDay(after other: Timestamp) -> Bool {
    microseconds - other.microseconds > 86_400_000_000
  }
}

extension LineReader {
  /// The content of a line without a checksum: its snapshot, or the entity with its kind, name and ids.
  fileprivate func contentByHand(isState: Bool) throws(LineError) -> FavoriteContent? {
    let entity: Entity
    if let snapshot = members[.entity] {
      var json = JSONReader(Array(members.bytes[snapshot]))
      do throws(JSONMismatch) {
        entity = try Entity(json: &json)
      } catch {
        throw LineError("its \"entity\" is not an artist, album or song: \(error)")
      }
    } else {
      guard isState, [.kind, .name, .ids].contains(where: { members[$0] != nil }) else {
        return nil
      }
      guard let found = try content(0..<0).entity else {
        throw LineError("its \"ids\" are not a list of ids of the form namespace:type:value")
      }
      entity = found
    }
    guard let content = FavoriteContent(entity, unknownMembers: members.unknown) else {
      throw LineError("its \"entity\" is a chart, or too large for a favourite")
    }
    return content
  }
}
