/// The favourites that are the same entity. Most are alone and take no memory here.
struct FavoriteGroups: Sendable {
  private var leads: [Int32: Int32] = [:]
  private var members: [Int32: [Int32]] = [:]

  func lead(of slot: Int32) -> Int32 { leads[slot] ?? slot }

  /// The lead and the favourites that it stands for.
  func members(of lead: Int32) -> [Int32] { members[lead] ?? [lead] }

  /// Forms a group of several, the lead first.
  mutating func form(_ slots: [Int32]) {
    guard let lead = slots.first else { return }
    members[lead] = slots
    for slot in slots { leads[slot] = lead }
  }

  mutating func dissolve(_ lead: Int32) {
    for slot in members.removeValue(forKey: lead) ?? [] { leads[slot] = nil }
  }
}
