import BusProtocol
import HubCore
import MusicModel

/// The processes of providers, as the hub's runtime starts and ends them.
extension SimulationRun {
  mutating func spawn(_ id: ProviderID) {
    guard let number = providers.number(of: id) else { return }
    let how = isCalm ? nil : providers[number].startFault
    providers[number].startFault = nil
    guard how != .notSpawned else {
      post(.news(.providerNotSpawned(id, reason: "no such file"), life: life), at: now)
      return
    }
    providers[number].process += 1
    providers[number].generation += 1
    providers[number].isRunning = true
    providers[number].currentStartFault = how
    let process = providers[number].process
    providers[number].token = "t\(number)-\(process)"
    let token = providers[number].token
    post(.news(.providerSpawned(id, token: token, pid: 1000 + process), life: life), at: now)
    let startMs = providers[number].plan.startMs
    switch how {
    case .silent: break
    case .exits: exit(number, afterMs: startMs, ProviderExit(reason: "exited with status 1"))
    case .late: wake(number, .hello, afterMs: 7_000)
    default: wake(number, .hello, afterMs: startMs)
    }
  }

  mutating func stop(_ id: ProviderID, graceMs: Int) {
    guard let number = providers.number(of: id), providers[number].isRunning else { return }
    var random = ScheduleRandom(seed: script.seed, "stop \(id) \(providers[number].process)")
    let isDeaf = providers[number].isHung || random.chance(20)
    let exit = ProviderExit(reason: isDeaf ? "was killed by signal 9" : "exited with status 0")
    self.exit(number, afterMs: isDeaf ? graceMs : random.roll(0...graceMs), exit)
  }

  mutating func crash(_ number: Int, status: Int) {
    let isFinal = status == 78
    exit(number, afterMs: 0, ProviderExit(reason: "exited with status \(status)", isFinal: isFinal))
  }

  private mutating func exit(_ number: Int, afterMs: Int, _ exit: ProviderExit) {
    guard providers[number].isRunning else { return }
    wake(number, .exit(exit), afterMs: afterMs)
  }

  mutating func wake(_ number: Int, _ wake: SimulatedProvider.Wake, afterMs: Int) {
    let process = providers[number].process
    post(.provider(number, process: process, wake), at: now + afterMs)
  }

  mutating func provider(_ number: Int, _ process: Int, handles wake: SimulatedProvider.Wake) {
    guard providers[number].isRunning, providers[number].process == process else { return }
    switch wake {
    case .exit(let exit):
      network.lose(providers[number].connection)
      providers[number].resetProcess()
      post(.news(.providerExited(providers[number].id, exit), life: life), at: now)
    case .resume: resume(number)
    case .hello:
      if providers[number].isHung { return providers[number].postponed.append(wake) }
      hello(provider: number)
    case .act(let call, let act):
      if providers[number].isHung || providers[number].isStalled {
        return providers[number].postponed.append(wake)
      }
      self.act(act, call: call, provider: number)
    }
  }

  /// Stops the process, or only its work, for a while.
  mutating func suspend(_ number: Int, _ flag: WritableKeyPath<SimulatedProvider, Bool>, ms: Int) {
    guard providers[number].isRunning, !isCalm else { return }
    providers[number][keyPath: flag] = true
    wake(number, .resume, afterMs: ms)
  }

  private mutating func resume(_ number: Int) {
    (providers[number].isHung, providers[number].isStalled) = (false, false)
    let (inbox, postponed) = (providers[number].inbox, providers[number].postponed)
    (providers[number].inbox, providers[number].postponed) = ([], [])
    for (connection, sent) in inbox where !network.isLost(connection) {
      provider(number, receives: sent, over: connection)
    }
    for wake in postponed { provider(number, providers[number].process, handles: wake) }
  }

  mutating func disconnect(provider number: Int, reportsLoss: Bool) {
    guard providers[number].isRunning else { return }
    let connection = providers[number].connection
    network.lose(connection)
    providers[number].generation += 1
    if reportsLoss { post(.news(.disconnected(connection.peer), life: life), at: now) }
  }
}
