internal import JSON
import MusicModel

/// A snapshot in the form in which this program writes it: located, but not decoded.
///
/// Decoding and encoding takes ten times as long. Snapshots in another form, such as those with members
/// that this version does not know, are left to the decoder.
struct NormalSnapshot {
  let bytes: [UInt8]
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
    self.kind = kind
    self.form = form
    members.reserveCapacity(form.members.count)
    var found: [(index: Int, value: Range<Int>)] = []
    found.reserveCapacity(form.members.count)
    var scanner = SnapshotScanner(bytes, range)
    let isNormal = scanner.take(form) { index, _, value in found.append((index, value)) }
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

  /// The text with further members, in the order of their names, and without some.
  func text(adding added: [AddedMember], without omitted: [String]) -> [UInt8] {
    let omitted = omitted.map { Array($0.utf8) }
    var writer = JSONWriter(reserving: bytes[ids].count + 1024)
    var rest = added[...]
    writer.open(.object)
    for (index, value) in members {
      let name = form.members[index].name
      while let next = rest.first, next.name.utf8.lexicographicallyPrecedes(name) {
        next.write(to: &writer)
        rest = rest.dropFirst()
      }
      if omitted.contains(name) { continue }
      writer.separate()
      writer.add(json: form.members[index].jsonName)
      writer.add(json: bytes[value])
    }
    for next in rest { next.write(to: &writer) }
    writer.close(.object)
    return writer.bytes
  }

  /// A member that a list adds to a snapshot.
  struct AddedMember {
    let name: String
    let value: JSONValue

    fileprivate func write(to writer: inout JSONWriter) {
      writer.name(name)
      writer.add(value)
    }
  }
}
