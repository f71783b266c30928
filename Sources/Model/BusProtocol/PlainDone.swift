internal import JSON
internal import MusicModel

/// The end of a provider's list, without its items: the members that it usually has.
///
/// Any other member leaves it to the general coder.
struct PlainDone: MemberVisitable {
  static let blank: PlainDone? = PlainDone()

  private(set) var done = Done(items: [])

  private init() {}

  /// The end of a reply; `nil` if that has any other member.
  init?(_ done: Done) {
    var others = done
    (others.freshMs, others.next, others.notes, others.parts) = (nil, nil, nil, 0)
    (others.skipped, others.spent, others.total) = (nil, nil, nil)
    guard others == Done(items: []) else { return nil }
    self.done = done
  }

  static func members(_ visit: inout some MemberVisitor<PlainDone>) {
    visit.optional("freshMs", .count, { $0[$1].done.freshMs }, { $0.done.freshMs = $1 })
    visit.required("items", .entity, { _, _ in [Entity]() }, { $0.done.list = $1 })
    visit.optional("next", .count, { $0[$1].done.next }, { $0.done.next = $1 })
    visit.optional("notes", .text, { $0[$1].done.notes }, { $0.done.notes = $1 })
    visit.required("parts", .count, { $0[$1].done.parts }, { $0.done.parts = $1 })
    visit.optional("skipped", .count, { $0[$1].done.skipped }, { $0.done.skipped = $1 })
    visit.optional("spent", .count, { $0[$1].done.spent }, { $0.done.spent = $1 })
    visit.optional("total", .count, { $0[$1].done.total }, { $0.done.total = $1 })
  }
}
