import BusProtocol
import ClientKit
import HostKit
import MusicModel

/// The section of the configuration for a provider that runs without a hub.
///
/// As in a hub, settings belong to an id and the origin of the code that got them first. A directory with the id of
/// another provider does not get its secrets.
struct ProviderSettings {
  /// `nil` if they are withheld.
  let section: JSONValue?
  /// The file with the user's sign-in, which may be missing; `nil` if it is withheld.
  let signIn: String?
  /// The sentence that they are withheld; `nil` if they are not.
  let withheld: String?

  /// The settings of a provider whose program is that of a manifest; an instance has an id of its own.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be known to whom they belong.
  init(of id: ProviderID, runBy path: String, _ context: CommandContext) throws {
    let signIn = context.paths.signIn(ofProvider: id.rawValue)
    let all = try context.configuration.get()
      .section(ConfigurationPath(["providers", id.rawValue]))
    guard all != .object([:]) || FileKind(of: signIn) != nil,
      let owner = try ProviderSettings.otherOwner(id, realPath(path) ?? path, context)
    else {
      (section, self.signIn, withheld) = (all, signIn, nil)
      return
    }
    (section, self.signIn) = (nil, nil)
    withheld =
      "The settings in providers.\(id) were made for \(ProviderOrigins.name(owner)), and are not given to this one."
  }

  /// The origin to which the settings of an id belong, if it is another one than that of the manifest.
  private static func otherOwner(
    _ id: ProviderID,
    _ manifest: String,
    _ context: CommandContext
  ) throws -> String? {
    let bundled = try bundledManifests(context)
    let entry: ProviderOrigins.Entry?
    do {
      entry = try ProviderOrigins(at: context.paths.providerOrigins).read()[id.rawValue]
    } catch {
      throw CommandFailure(
        "Could not read \(context.paths.providerOrigins): \(JSONCodec.describe(error)).",
        "The hub replaces it at its next start."
      )
    }
    // Nobody has claimed them: they are for the provider that a hub would start.
    let isBundledID = { bundled.contains { ManifestVariables.manifest(at: $0)?.id == id } }
    guard
      let owner = entry?.settings ?? entry?.origin
        ?? (isBundledID() ? ProviderOrigins.bundled : nil)
    else { return nil }
    let isBundled = bundled.contains { realPath($0) == manifest }
    guard owner != ProviderOrigins.bundled || !isBundled else { return nil }
    let installed = try InstalledProviders(at: context.paths.installedFile)
    let root = realPath(context.paths.installed) ?? context.paths.installed
    let copy = installed.place(ofCopyIn: parentDirectory(of: manifest), below: root)
    return owner == copy ?? manifest ? nil : owner
  }

  /// The manifests of the providers that come with this program, in its checkout or installed beside it.
  private static func bundledManifests(_ context: CommandContext) throws -> [String] {
    let programs = try parentDirectory(of: ExecutableSearch.thisExecutable())
    let shared = parentDirectory(of: programs) + "/share/musicbus/providers"
    // With programs in ~/.local/bin, that is the directory of the user.
    let isOwn = realPath(shared) == realPath(context.paths.providers)
    let checkout = ExecutableSearch.checkout(of: programs).map { "\($0)/Plugins" }
    return [checkout, isOwn ? nil : shared].compactMap(\.self).flatMap(Manifests.paths)
  }
}
