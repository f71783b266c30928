import BusProtocol
import MusicModel

/// Request budgets across restarts of the hub.
extension ProviderCalls {
  /// Calls with a cost wait this long for the stored budgets, in milliseconds.
  private static let budgetsTimeoutMs = 100

  /// Begins to wait for the stored budgets.
  mutating func awaitBudgets(_ turn: inout Turn) {
    guard settings.storesBudgets else { return }
    budgets.awaitStored()
    let deadline = turn.now + ProviderCalls.budgetsTimeoutMs
    turn.timers.set(.providerCall(.budgetsTimeout), at: deadline)
  }

  /// Restores the budgets of an earlier hub, even if they arrive late.
  mutating func budgetsLoaded(_ stored: [StoredBudget], _ turn: inout Turn) {
    turn.timers.cancel(.providerCall(.budgetsTimeout))
    budgets.restore(stored, at: turn.now, unixMs: turn.unixMs)
    dispatchAll(&turn)
  }
}
