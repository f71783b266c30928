import HubCore
import MusicModel

/// The request budgets on the simulated disk.
struct SimulatedBudgets: Sendable {
  private var written: [BudgetScope: StoredBudget] = [:]
  /// Changes that the disk did not take; they are written with the next one.
  private var unwritten: [BudgetScope: StoredBudget] = [:]

  mutating func store(_ budgets: [StoredBudget], fails: Bool) {
    for budget in budgets { unwritten[budget.scope] = budget }
    guard !fails else { return }
    written.merge(unwritten) { _, last in last }
    unwritten = [:]
  }

  /// Reads the budgets for the next hub; some or all of them may be lost.
  mutating func load(_ random: inout ScheduleRandom) -> (budgets: [StoredBudget], areLost: Bool) {
    let isCorrupt = random.chance(10)
    let areLost = isCorrupt || !unwritten.isEmpty
    if isCorrupt { written = [:] }
    unwritten = [:]
    return (written.values.sorted { $0.scope < $1.scope }, areLost)
  }
}
