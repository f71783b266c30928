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
      access to your account until you sign out. What it gets is kept in a file that only you can read, and that the \
      program of the provider cannot.
      """,
    arguments: [id],
    examples: [Example("provider sign-in waves", "Let the provider waves use your account.")]
  ) { context, invocation in
    let id = try invocation[id]
    let providers = try context.settledProviders().providers
    guard let provider = providers.first(where: { $0.id == id }), let path = provider.manifest
    else {
      throw CommandFailure("Unknown provider \"\(id)\".", "List the providers: musicbus providers")
    }
    try runBridge(id, try arguments(of: id, path, among: providers), context)
    context.restartDeadlines()
    context.terminal.note("You are signed in.")
    // One that runs has no token yet, one that does not was waiting for it.
    let isRunning = [.ready, .starting].contains(provider.state)
    let call: Call<[ProviderStatus]> = isRunning ? .reloadProviders([id]) : .resetProviders([id])
    return try ProviderAdministration.settle(
      ProviderAdministration.call(call, context),
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
    let path = context.paths.signIn(ofProvider: id.rawValue)
    guard unlink(path) == 0 else {
      guard errno == ENOENT else { throw SystemError("remove \(path)") }
      throw CommandFailure("You are not signed in with \(id).", "Nothing was changed.")
    }
    context.terminal.note("You are signed out.")
    // It may have been removed before.
    guard try context.callHub(.providers).contains(where: { $0.id == id }) else { return .ok }
    return try ProviderAdministration.settle(
      ProviderAdministration.call(.reloadProviders([id]), context),
      on: context
    )
  }

  private static let id = Argument(ProviderAdministration.id, help: "Provider id.")

  /// The arguments of the program that speaks JSON lines.
  private static func arguments(
    of id: ProviderID,
    _ manifest: String,
    among providers: [ProviderStatus]
  ) throws -> [String] {
    guard let instance = ProviderInstance(at: manifest) else {
      guard ManifestVariables.manifest(at: manifest)?.lines != nil else {
        throw CommandFailure("\(id) needs no sign-in.", "Nothing was changed.")
      }
      return [manifest, "--sign-in"]
    }
    guard let base = providers.first(where: { $0.id == instance.instanceOf })?.manifest else {
      throw CommandFailure(
        "\(id) is an instance of \(instance.instanceOf), which is not there.",
        "List the providers: musicbus providers"
      )
    }
    return [base, "--as", id.rawValue, "--sign-in"]
  }

  private static func runBridge(
    _ id: ProviderID,
    _ arguments: [String],
    _ context: CommandContext
  ) throws {
    let found = ExecutableSearch.findBesideThis(Manifest.bridge, environment: context.environment)
    guard let bridge = found else {
      throw CommandFailure(
        "Could not find \(Manifest.bridge) next to this program or in PATH.",
        "Install MusicBus again."
      )
    }
    let path = ConfigurationPath(["providers", id.rawValue])
    var launch = Launch(bridge, arguments, environment: context.environment)
    launch.environment["MUSICBUS_PROVIDER_CONFIG"] =
      try context.configuration.get().section(path).prettyPrinted
    launch.environment["MUSICBUS_SIGN_IN"] = context.paths.signIn(ofProvider: id.rawValue)
    // Ctrl-C must reach it, too.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let end = child.waitForExit(.after(patience)) ?? child.stop(timeout: .seconds(2))
    guard end == .exited(0) else {
      throw CommandFailure("You are not signed in with \(id).", "See the reason above.")
    }
  }
}
