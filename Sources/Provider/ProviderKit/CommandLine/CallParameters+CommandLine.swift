internal import BusProtocol
internal import MusicModel

extension CallParameters {
  /// Parses the arguments after `--try METHOD`.
  init(commandLine arguments: [String], for method: Method) throws(Failure) {
    let members = try CallArguments.members(arguments, for: method)
    do {
      self = try BusCodec.decode(from: try BusCodec.encode(JSONValue.object(members)))
    } catch {
      throw Failure(.invalidParams, BusCodec.describe(error) + ".")
    }
  }
}
