import BusProtocol
import HostKit
import MusicModel
import ProviderKit

/// A provider whose calls are served by a program that speaks JSON lines.
struct LineProvider: Provider {
  let descriptor: Descriptor
  let upstreams: [Upstream]
  let endpoints: [Endpoint]
  let missingConfiguration: String?
  /// How its program is started.
  let command: LineProgram.Command

  /// Unused: the provider is made from a manifest.
  init(_ configuration: ProviderConfiguration) throws(Failure) {
    throw Failure(.internalError, "A provider on JSON lines needs a manifest.")
  }

  init(
    _ manifest: LineManifest,
    at path: String,
    as instance: ProviderID? = nil,
    _ configuration: ProviderConfiguration,
    _ environment: Environment,
    idleTime: Duration = .seconds(300),
    limits: ProgramSandbox.Limits = ProgramSandbox.Limits(),
    bubblewrap: String = "/usr/bin/bwrap"
  ) throws(Failure) {
    let names = InstanceNames(of: manifest, as: instance)
    let services = try LineProvider.services(of: manifest, as: names.id, configuration)
    upstreams = services.map(\.upstream)
    let required = manifest.requiredSettings
    missingConfiguration =
      configuration.missing(all: required, of: names.id.rawValue)
      ?? LineProvider.missingSignIn(manifest, names.id, configuration)
    let sandbox = try ProgramSandbox(
      LineProvider.program(of: manifest, at: path, environment),
      limits: limits,
      bubblewrap: bubblewrap
    )
    try LineProvider.checkDemand(of: environment, for: sandbox)
    var descriptor = LineProvider.descriptor(of: manifest, names)
    descriptor.sandbox = Descriptor.Sandbox(problem: sandbox.problem)
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: manifest.configSchema?["properties"]?.members ?? [:],
      required: required
    )
    self.descriptor = descriptor
    let namespaces = descriptor.namespaces
    command = LineProgram.Command(
      sandbox: sandbox,
      start: [
        "lines": .integer(LineManifest.version), "provider": .string(manifest.id.rawValue),
        "config": configuration.values(except: manifest.secrets),
      ],
      inflight: manifest.inflight ?? 1,
      idleTime: idleTime,
      isChecked: environment[ProgramCheckTime.variable] != nil
    )
    let program = LineProgram(command)
    let secrets = manifest.secrets.compactMap { key in
      configuration.value(key)?.asText.map { (key, $0) }
    }
    let requester = LineRequester(
      services,
      configuration,
      secrets: Secrets(Dictionary(secrets) { first, _ in first })
    )
    endpoints = manifest.methods.declarations.keys.sorted().map { name in
      let method = Method(rawValue: name)
      return Endpoint(
        method,
        declared: manifest.declaration(of: method, at: services),
        samples: manifest.samples.filter { $0.method == method }
          .map { names.translated($0.params) }
      ) { call throws(Failure) in
        try await LineCall(
          call: call,
          program: program,
          requester: requester,
          names: names,
          namespaces: namespaces
        ).reply()
      }
    }
  }

  /// - Throws: `CONFIGURATION_INVALID` if the program may not run without the sandbox that the machine cannot make.
  private static func checkDemand(
    of environment: Environment,
    for sandbox: ProgramSandbox
  ) throws(Failure) {
    guard let problem = sandbox.problem, let stated = environment[SandboxDemand.variable] else {
      return
    }
    // A value from an older hub, or set by a user, demands one as well.
    let demand = SandboxDemand(rawValue: stated) ?? .always
    throw Failure(.configurationInvalid, demand.refusal(problem))
  }

  /// - Throws: `MANIFEST_INVALID` if it cannot be run.
  private static func program(
    of manifest: LineManifest,
    at path: String,
    _ environment: Environment
  ) throws(Failure) -> ProgramSandbox.Program {
    let directory = parentDirectory(of: realPath(path) ?? path)
    let executable: String
    do throws(UnrunnableProgram) {
      executable = try ExecutableSearch.find(
        manifest.executable,
        ofManifestIn: directory,
        programs: nil
      )
    } catch {
      throw Failure(.manifestInvalid, "\(error.message) \(error.hint)")
    }
    return ProgramSandbox.Program(
      id: manifest.id,
      executable: executable,
      arguments: manifest.arguments ?? [],
      directory: directory,
      environment: environment,
      variables: manifest.environment ?? []
    )
  }

  private static func descriptor(of manifest: LineManifest, _ names: InstanceNames) -> Descriptor {
    var descriptor = Descriptor(
      id: names.id,
      name: names.name,
      version: manifest.version,
      attribution: manifest.attribution
    )
    descriptor.namespaces = manifest.namespaces.map { names.translated($0) }
    descriptor.hosts = manifest.hosts ?? []
    descriptor.inflight = manifest.inflight ?? 1
    descriptor.urls = manifest.urls?.map { pattern in
      var pattern = pattern
      pattern.id = names.translated(pattern.id)
      return pattern
    }
    descriptor.lacks = manifest.lacks
    return descriptor
  }

  /// What to do before requests can be made for the user's account; `nil` if nothing is.
  private static func missingSignIn(
    _ manifest: LineManifest,
    _ id: ProviderID,
    _ configuration: ProviderConfiguration
  ) -> String? {
    guard !configuration.isReplayed,
      manifest.upstreams?.contains(where: { $0.token?.device != nil }) == true
    else { return nil }
    let file = configuration.signInFile.map { SignInFile(path: $0, provider: id) }
    // One that cannot be read fails the calls, with the reason.
    if let file, (try? file.read()) != .some(nil) { return nil }
    return "your sign-in. Run: musicbus provider sign-in \(id)"
  }

  static func services(
    of manifest: LineManifest,
    as id: ProviderID,
    _ configuration: ProviderConfiguration
  ) throws(Failure) -> [LineRequester.Service] {
    let variables = (manifest.environment ?? [])
      .filter { $0.hasPrefix("MUSICBUS_") && $0.hasSuffix("_URL") && $0 != "MUSICBUS_SOURCES_URL" }
      .map { String($0.dropFirst("MUSICBUS_".count).dropLast("_URL".count)) }
    var all: [(Upstream, LineManifest.Upstream)] = []
    for (number, declared) in (manifest.upstreams ?? []).enumerated() {
      let setting = declared.setting
      if let setting { try manifest.requireServer(setting) } else { try check(declared.url) }
      let upstream = try configuration.upstream(
        // Pictures are found again after the server has moved.
        setting.map { "https://\(number == 0 ? "" : "\($0).")\(id.namespace).invalid" }
          ?? declared.url,
        named: number < variables.count ? variables[number] : "\(manifest.id)_\(number)",
        key: setting ?? (number == 0 ? "baseURL" : "baseURL\(number + 1)"),
        budget: declared.requests,
        perMs: declared.perMs ?? 1000,
        isOfUser: setting != nil
      )
      all.append((upstream, declared))
    }
    var services: [LineRequester.Service] = []
    var tokens: [LineRequester.TokenSource: AccessToken] = [:]
    for (upstream, declared) in all {
      services.append(
        try .init(
          upstream,
          declared,
          among: all.map(\.0),
          of: id,
          configuration,
          sharing: &tokens
        )
      )
    }
    return services
  }

  /// - Throws: `MANIFEST_INVALID` if it is not an address of an upstream.
  private static func check(_ url: String) throws(Failure) {
    if let address = WebAddress(url), address.target == "/", address.scheme == .https { return }
    let rule =
      "expected https and a host without a path, such as https://api.example.org, or the setting with the "
      + "address of the user's server, such as {server}"
    throw Failure(.manifestInvalid, "Invalid \"url\" of an upstream: \"\(url)\"; \(rule).")
  }
}
