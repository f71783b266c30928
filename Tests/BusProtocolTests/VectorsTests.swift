import BusProtocol
import TestKit
import Testing

@Suite("The vectors of the protocol")
struct VectorsTests {
  @Test("are accepted if they are valid or tolerated", arguments: accepted)
  func accept(_ vector: Vector) throws {
    if let document = Reading.documents[vector.subject] {
      try document(vector.document)
    } else {
      try Reading.message(vector)
    }
  }

  @Test("are refused with their code if the frames are invalid", arguments: of(.wire))
  func refuseFrames(_ vector: Vector) throws {
    let refusal = #expect(throws: WireError.self) { try WireMessage(frames: vector.frames) }
    #expect(refusal.map { $0.code } == vector.code)
    #expect(refusal?.message.isEmpty == false)
  }

  @Test("are refused with their code if the body is invalid", arguments: of(.body))
  func refuseBodies(_ vector: Vector) throws {
    if let document = Reading.documents[vector.subject] {
      // A document has no sender to report a code to.
      #expect(throws: (any Error).self) { try document(vector.document) }
    } else {
      _ = try WireMessage(frames: vector.frames)
      let refusal = #expect(throws: Failure.self) { try Reading.message(vector) }
      #expect(refusal?.code == vector.code)
    }
  }

  @Test("can be decoded if only the session is invalid", arguments: of(.session))
  func readable(_ vector: Vector) throws {
    try Reading.message(vector)
  }

  @Test("are at least 3 valid and 5 invalid ones of each type and document")
  func enough() throws {
    let subjects = try Registry.types.map(\.name) + Reading.documents.keys
    for subject in subjects {
      #expect(Vector.all(subject, .valid).count >= 3, "\(subject)")
      #expect(Vector.all(subject, .invalid).count >= 5, "\(subject)")
    }
    #expect(Set(Vector.all.map(\.subject)) == Set(subjects + ["other"]))
  }

  @Test("go in a direction that the registry allows, unless that is their error")
  func directions() throws {
    for type in try Registry.types {
      for vector in Vector.all(type.name, .valid, .tolerated) {
        #expect(type.directions.contains(vector.direction), "\(vector)")
      }
    }
  }

  @Test("are accepted or refused according to their directory, and refused with a registered code")
  func directories() throws {
    let codes = Set(try Registry.errors.map(\.code))
    for vector in Vector.all {
      #expect((vector.expectation == .accept) == (vector.verdict != .invalid), "\(vector)")
      #expect((vector.breaks != nil) == (vector.verdict == .tolerated), "\(vector)")
      if vector.verdict == .valid { #expect(vector.refusedBySchema == nil, "\(vector)") }
      if let code = vector.code { #expect(codes.contains(code.rawValue), "\(vector)") }
      #expect(ProtocolVersion(vector.minor) != nil, "\(vector)")
    }
  }

  private static let accepted = Vector.all.filter { $0.expectation == .accept }

  private static func of(_ level: Vector.Level) -> [Vector] {
    Vector.all.filter { vector in
      if case .refuse(_, _, level) = vector.expectation { true } else { false }
    }
  }
}

extension Vector {
  /// The code under which it is refused.
  fileprivate var code: ErrorCode? {
    if case .refuse(let code, _, _) = expectation { code } else { nil }
  }
}
