import BusProtocol
import MusicModel

extension WireMessage {
  /// Reads the parameters of a client's call, in which a URL, a bar code or an ISRC may replace an id.
  func callParameters(_ directory: ProviderDirectory) throws(Failure) -> CallParameters {
    var parameters: CallParameters
    do throws(Failure) {
      parameters = try decodeBody()
    } catch {
      // A URL is unreadable as an id.
      guard let members = try? JSONCodec.decode(JSONValue.self, from: body ?? []).members else {
        throw error
      }
      let replaced = members.merging(
        ["id", "other"].compactMap { name in
          guard case .string(let text)? = members[name], EntityID(text) == nil else { return nil }
          return directory.pastedID(text).map { (name, .string("\($0)")) }
        }
      ) { $1 }
      guard replaced != members, let body = try? JSONCodec.encode(JSONValue.object(replaced)) else {
        let hasURL = ["id", "other"].contains { members[$0]?.text?.contains("://") == true }
        throw hasURL ? directory.unknownURLFailure ?? error : error
      }
      parameters = try WireMessage(header, body: body).decodeBody()
    }
    func canonical(_ id: EntityID) -> EntityID {
      directory.understands(id) ? id : directory.pastedID("\(id)") ?? id
    }
    parameters.id = parameters.id.map(canonical)
    parameters.other = parameters.other.map(canonical)
    func key(_ text: String) -> String {
      CallParameters.isKey(text) ? text : directory.pastedID(text)?.description ?? text
    }
    parameters.key = parameters.key.map(key)
    parameters.keys = parameters.keys?.map(key)
    parameters.target = parameters.target.map(key)
    return parameters
  }
}
