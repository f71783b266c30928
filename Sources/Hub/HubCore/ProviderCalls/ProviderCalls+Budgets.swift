import BusProtocol
import MusicModel

/// Request budgets across restarts of the hub.
extension ProviderCalls {
  /// Restores the budgets of an earlier hub, even if they arrive late.
  mutating func budgetsLoaded(_ stored: [StoredBudget], _ turn: inout Turn) {
    turn.timers.cancel(.providerCall(.budgetsTimeout))
    budgets.restore(stored, at: turn.now, unixMs: turn.unixMs)
    dispatchAll(&turn)
  }
}
