import BusProtocol
import CommandKit
import Glibc
import HostKit
import MusicModel
import ProviderKit

/// Signs the user in at a service, for a provider on JSON lines (OAuth 2.0 device authorization, RFC 8628): the service
/// shows a page on which the user enters a code, and gives the tokens meanwhile to this process.
struct SignInCommand {
  /// The most that a user can take, whatever the service says.
  private static let maxSeconds = 1_800
  /// A service that does not say it is asked at this interval (RFC 8628, 3.2).
  private static let usualInterval = 5
  private static let maxInterval = 60
  private static let requestTime = Duration.seconds(30)
  private static let maxBytes = 64 * 1024

  let client: OAuthClient
  let device: HTTPRequest
  let token: HTTPRequest
  let scope: String?
  let transport: any HTTPTransport
  /// Waits for a number of seconds.
  var wait: @Sendable (Int) async -> Void = { await ProviderProgram.wait(.seconds($0)) }

  /// What the service wants from the user.
  struct Invitation: Hashable, Sendable {
    var deviceCode: String
    var userCode: String
    var url: String
    var seconds: Int
    var interval: Int
  }

  /// Runs the command and ends the process.
  static func run(manifest path: String, as instance: ProviderID?, _ environment: Environment)
    -> Never
  {
    ProviderProgram.runTask { () async -> Int32 in
      do throws(Failure) {
        let manifest = try LineManifest.read(path)
        let id = instance ?? manifest.id
        guard let file = environment[Manifest.signInVariable], file.hasPrefix("/") else {
          throw Failure(.internalError, "\(Manifest.signInVariable) names no file.")
        }
        let command = try SignInCommand(
          manifest,
          id,
          configuration(environment),
          ProviderProgram.transport(environment)
        )
        let signIn = try await command.signIn { ProviderProgram.log($0) }
        let store = SignInFile(path: file, provider: id)
        // A renewal of the one before must not replace it.
        let lock = try await store.waitForLock(ProviderProgram.wait)
        defer { withExtendedLifetime(lock) {} }
        try store.save(signIn)
        return 0
      } catch {
        ProviderProgram.log(error.message)
        return error.code == .configurationInvalid ? ProviderProgram.configurationStatus : 1
      }
    }
  }

  private static func configuration(_ environment: Environment) throws(Failure)
    -> ProviderConfiguration
  {
    let text = environment[ConfigurationFile.sectionVariable] ?? "{}"
    guard let section = try? JSONCodec.decode(JSONValue.self, from: Array(text.utf8)) else {
      throw Failure(.configurationInvalid, "\(ConfigurationFile.sectionVariable) is not JSON.")
    }
    return try ProviderConfiguration(section: section, environment: environment)
  }

  init(
    _ manifest: LineManifest,
    _ id: ProviderID,
    _ configuration: ProviderConfiguration,
    _ transport: any HTTPTransport
  ) throws(Failure) {
    guard
      let declared = (manifest.upstreams ?? []).lazy.compactMap(\.token).first(where: {
        $0.device != nil
      }),
      let page = declared.device
    else {
      throw Failure(.invalidParams, "\(manifest.name) needs no sign-in.")
    }
    if let missing = configuration.missing(all: manifest.requiredSettings, of: id.rawValue) {
      throw Failure(.configurationInvalid, "\(id) needs configuration first: \(missing)")
    }
    guard let client = OAuthClient(declared, configuration) else {
      throw Failure(
        .configurationInvalid,
        "\(id) needs configuration first: musicbus provider setup \(id)"
      )
    }
    let upstreams = try LineProvider.services(of: manifest, as: id, configuration).map(\.upstream)
    func request(_ url: String) throws(Failure) -> HTTPRequest {
      guard var request = upstreams.lazy.compactMap({ $0.request(to: url) }).first else {
        throw Failure(.manifestInvalid, "The sign-in is at no upstream: \"\(url)\".")
      }
      request.headers = client.headers
      return request
    }
    (device, token) = (try request(page), try request(declared.url))
    (self.client, scope) = (client, declared.scope)
    self.transport = transport
  }

  /// Asks the user, and waits for the tokens.
  ///
  /// `show` gets the lines for the user.
  func signIn(_ show: (String) -> Void) async throws(Failure) -> SignIn {
    let invitation = try await invitation()
    show("Open \(invitation.url)")
    show("and enter the code \(invitation.userCode)")
    let end = ContinuousClock.now + .seconds(invitation.seconds)
    var interval = invitation.interval
    while ContinuousClock.now < end {
      await wait(interval)
      switch try await answer(to: invitation) {
      case .signedIn(let signIn): return signIn
      case .pending: break
      case .slowDown:
        interval = min(interval + SignInCommand.usualInterval, SignInCommand.maxInterval)
      }
    }
    throw Failure(.deadlineExceeded, "The code has expired. Run the command again.")
  }

  private func invitation() async throws(Failure) -> Invitation {
    let scopes = scope.map { [("scope", $0)] } ?? []
    let (status, response) = try await post(client.form(scopes), to: device)
    guard status == 200, let code = response.text("device_code"),
      let shown = response.text("user_code"),
      let page = response.text("verification_uri_complete") ?? response.text("verification_uri"),
      WebAddress(page) != nil
    else { throw refusal(by: device, status, response) }
    return Invitation(
      deviceCode: code,
      userCode: shown.printable,
      url: page.printable,
      seconds: min(
        response.positive("expires_in") ?? SignInCommand.maxSeconds,
        SignInCommand.maxSeconds
      ),
      interval: min(
        response.positive("interval") ?? SignInCommand.usualInterval,
        SignInCommand.maxInterval
      )
    )
  }

  private enum Answer {
    case signedIn(SignIn)
    case pending, slowDown
  }

  private func answer(to invitation: Invitation) async throws(Failure) -> Answer {
    let form = client.form([
      ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
      ("device_code", invitation.deviceCode),
    ])
    let (status, response): (Int, JSONRecord)
    do throws(Failure) {
      (status, response) = try await post(form, to: token)
    } catch {
      // The service cannot be reached for a moment, and the user may be entering the code.
      return .slowDown
    }
    if status == 200, let signIn = SignIn(response, from: token.address.description) {
      return .signedIn(signIn)
    }
    switch response.text("error") {
    case "authorization_pending": return .pending
    case "slow_down": return .slowDown
    case "access_denied": throw Failure(.upstreamRefused, "You have not allowed access.")
    case "expired_token":
      throw Failure(.deadlineExceeded, "The code has expired. Run the command again.")
    default:
      if status == 429 || status >= 500 { return .slowDown }
      throw refusal(by: token, status, response)
    }
  }

  private func refusal(by request: HTTPRequest, _ status: Int, _ response: JSONRecord) -> Failure {
    let reason = response.text("error_description") ?? response.text("error")
    let why = reason.map { ": \($0.printable)" } ?? ""
    return Failure(.upstreamRefused, "\(request.upstream) refused the sign-in (\(status))\(why).")
  }

  /// - Returns: the status, and the members of the response, if it is a JSON object.
  /// - Throws: `UPSTREAM_UNAVAILABLE` if there is no response.
  private func post(
    _ form: String,
    to request: HTTPRequest
  ) async throws(Failure) -> (Int, JSONRecord) {
    var request = request
    request.body = form
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(
        request,
        headers: ["Accept": "application/json"].merging(request.headers) { $1 },
        timeout: SignInCommand.requestTime,
        maxBytes: SignInCommand.maxBytes
      )
    } catch {
      throw Failure(
        .upstreamUnavailable,
        "Could not reach \(request.upstream): \(error.reason)."
      )
    }
    let value = try? JSONCodec.decode(JSONValue.self, from: response.body)
    return (response.status, JSONRecord(value ?? .object([:])) ?? JSONRecord([:]))
  }
}

extension String {
  /// The text without what could control a terminal; a service could play tricks on a terminal with them.
  fileprivate var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isHazardous }))
  }
}
