/// Every check, in the order in which they are done: summary others build on comes first.
package enum CheckTable {
  package static let all: [Check] =
    LifecycleChecks.all + WireChecks.all + samples + LivenessChecks.all + ToleranceChecks.all
    + CallChecks.all.filter { !samples.map(\.id).contains($0.id) } + CancelChecks.all
    + DeadlineChecks.all + BudgetChecks.all + HostileChecks.all + NoiseChecks.all + SoakChecks.all

  private static let samples = CallChecks.all.filter { $0.id == "calls.samples" }

  package static let suites: [String] = all.map(\.suite).reduce(into: []) { suites, suite in
    if !suites.contains(suite) { suites.append(suite) }
  }
}
