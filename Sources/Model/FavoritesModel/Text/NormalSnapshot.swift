internal import JSON
import MusicModel

/// A snapshot in the form in which this program writes it: located, but not decoded.
///
/// Decoding and encoding takes ten times as long. Snapshots in another form, such as those with members
/// that this version does not know, are left to the decoder.
struct NormalSnapshot {
  let bytes: [UInt8]
  private let start: Int
  let kind: EntityKind
  /// As JSON: a string.
  private(set) var name = 0..<0
  /// As JSON: an array of strings, of which the first is the id of the entity.
  private(set) var ids = 0..<0
  private let form: SnapshotForm
  private var members: [(index: Int, value: Range<Int>)] = []

  /// Checks a text; `nil` if it is in another form.
  init?(_ bytes: [UInt8], _ range: Range<Int>, kind: EntityKind) {
    guard let form = SnapshotForm.of(kind), (try? UTF8Span(validating: bytes[range].span)) != nil
    else { return nil }
    self.bytes = bytes
    start = range.lowerBound
    self.kind = kind
    self.form = form
    var found: [(index: Int, value: Range<Int>)] = []
    found.reserveCapacity(form.members.count)
    var scanner = SnapshotScanner(bytes, range)
    let isNormal = scanner.take(form) { index, value in found.append((index, value)) }
    guard isNormal, scanner.isAtEnd else { return nil }
    members = found
    guard let id = value("id"), let ids = value("ids"),
      let name = value(kind == .artist ? "name" : "title"),
      // The id is the first one of the list.
      bytes[ids].dropFirst().starts(with: bytes[id])
    else { return nil }
    self.ids = ids
    self.name = name
  }

  private func value(_ name: StaticString) -> Range<Int>? {
    name.withUTF8Buffer { name in
      members.first { form.members[$0.index].name.elementsEqual(name) }?.value
    }
  }

  /// The text with further members, in the order of their names; with `isBrief`, as in lists.
  func text(adding added: [(name: String, value: JSONValue)], isBrief: Bool) -> [UInt8] {
    var writer = JSONWriter(reserving: (members.last?.value.upperBound ?? 0) - start + 256)
    var rest = added[...]
    writer.open(.object)
    for (index, value) in members {
      let member = form.members[index]
      while let next = rest.first, next.name.utf8.lexicographicallyPrecedes(member.name) {
        writer.name(next.name)
        writer.add(next.value)
        rest = rest.dropFirst()
      }
      if isBrief, member.isOmittedInLists { continue }
      writer.separate()
      writer.add(json: member.jsonName)
      writer.add(json: bytes[value])
    }
    for (name, value) in rest {
      writer.name(name)
      writer.add(value)
    }
    writer.close(.object)
    return writer.bytes
  }
}
