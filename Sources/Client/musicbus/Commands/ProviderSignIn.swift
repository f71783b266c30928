import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus provider sign-in|sign-out`: the user's account at the service of a provider.
enum ProviderSignIn {
  static let commands = [signIn, signOut]

  /// The user needs as long as the service allows, at most half an hour.
  private static let patience = Duration.seconds(1_900)

  private static let signIn = Command<CommandAction>(
    "sign-in",
    abstract: "Sign in at the service of a provider.",
    discussion: """
      Shows a page of the service and a code to enter there. Your password stays with the service; the provider gets \
      access to your account until you sign out. What it gets is kept in a file that only you can read, and that a \
      program in a sandbox cannot.
      """,
    arguments: [id],
    examples: [Example("provider sign-in waves", "Let the provider waves use your account.")]
  ) { context, invocation in
    let id = try invocation[id]
    let providers = try context.settledProviders().providers
    guard let path = providers.first(where: { $0.id == id })?.manifest else {
      throw CommandFailure("Unknown provider \"\(id)\".", "List the providers: musicbus providers")
    }
    let program = try program(of: id, path, among: providers)
    let settings = try ProviderSettings(of: id, runBy: program.manifest, context)
    // A reset would give them to this one.
    if let sentence = settings.withheld {
      throw CommandFailure(sentence, "To give them to it: musicbus provider reset \(id)")
    }
    try runBridge(id, program.arguments + ["--sign-in"], settings, context)
    context.restartDeadlines()
    context.terminal.note("You are signed in.")
    return try ProviderAdministration.settle(
      ProviderAdministration.call(.providersReload([id]), context),
      on: context
    )
  }

  private static let signOut = Command<CommandAction>(
    "sign-out",
    abstract: "Forget the sign-in of a provider.",
    discussion: """
      Deletes it from this machine, and restarts the provider. To withdraw it at the service as well, remove the \
      application from your account there.
      """,
    arguments: [id]
  ) { context, invocation in
    let id = try invocation[id]
    guard try remove(context.paths.signIn(ofProvider: id.rawValue)) else {
      throw CommandFailure("You are not signed in with \(id).", "Nothing was changed.")
    }
    context.terminal.note("You are signed out.")
    // It may have been removed before.
    guard try context.callHub(.providers).contains(where: { $0.id == id }) else { return .ok }
    return try ProviderAdministration.settle(
      ProviderAdministration.call(.providersReload([id]), context),
      on: context
    )
  }

  /// A provider renews a sign-in within this time.
  private static let renewalTime = Duration.seconds(40)

  /// Removes a sign-in when it is not being renewed.
  ///
  /// - Returns: whether there was one.
  private static func remove(_ path: String) throws -> Bool {
    guard FileKind(of: path) != nil else { return false }
    let deadline = Deadline.after(renewalTime)
    while true {
      if let lock = try FileLock(at: HubPaths.lock(ofSignIn: path)) {
        defer { withExtendedLifetime(lock) {} }
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove \(path)") }
        return true
      }
      guard !deadline.isExpired else {
        throw CommandFailure("The sign-in is being renewed.", "Try again when that is done.")
      }
      poll(nil, 0, 50)
    }
  }

  private static let id = Argument(ProviderAdministration.id, help: "Provider id.")

  /// The manifest of the program that speaks JSON lines, and the arguments with which it is this provider.
  private static func program(
    of id: ProviderID,
    _ manifest: String,
    among providers: [ProviderStatus]
  ) throws -> (manifest: String, arguments: [String]) {
    guard let instance = ProviderInstance(at: manifest) else {
      guard ManifestVariables.manifest(at: manifest)?.lines != nil else {
        throw CommandFailure("\(id) needs no sign-in.", "Nothing was changed.")
      }
      return (manifest, [manifest])
    }
    guard let base = providers.first(where: { $0.id == instance.instanceOf })?.manifest else {
      throw CommandFailure(
        "\(id) is an instance of \(instance.instanceOf), which is not there.",
        "List the providers: musicbus providers"
      )
    }
    return (base, [base, "--as", id.rawValue])
  }

  private static func runBridge(
    _ id: ProviderID,
    _ arguments: [String],
    _ settings: ProviderSettings,
    _ context: CommandContext
  ) throws {
    let found = ExecutableSearch.findBesideThis(Manifest.bridge, environment: context.environment)
    guard let bridge = found else {
      throw CommandFailure(
        "Could not find \(Manifest.bridge) next to this program or in PATH.",
        "Install MusicBus again."
      )
    }
    var launch = Launch(bridge, arguments, environment: context.environment)
    launch.environment[ConfigurationFile.sectionVariable] = settings.section?.prettyPrinted
    launch.environment[Manifest.signInVariable] = settings.signIn
    // Ctrl-C must reach it, too.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let end = child.waitForExit(.after(patience)) ?? child.stop(timeout: .seconds(2))
    guard end == .exited(0) else {
      throw CommandFailure("You are not signed in with \(id).", "See the reason above.")
    }
  }
}
