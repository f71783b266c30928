extension Method {
  public static let explainRecords = Method(rawValue: "records.explain")
  public static let matchRecords = Method(rawValue: "records.match")
  public static let sayRecordsSame = Method(rawValue: "records.same")
  public static let sayRecordsDifferent = Method(rawValue: "records.different")
  public static let undoVerdict = Method(rawValue: "records.undo")
  public static let previewPolicy = Method(rawValue: "policy.preview")
}

extension Methods {
  /// The methods about records, user verdicts and the merge policy.
  static let ofRecords: [MethodSpec] = [
    MethodSpec(
      .explainRecords,
      "explains an entity: its records, the evidence, the provenance of its values, and near misses",
      .clientCalls,
      .anyID,
      .explanation,
      gives: ["explanation", "sources"],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], [.calling])
    ),
    MethodSpec(
      .matchRecords,
      "says which of the entities that the hub knows each row means",
      .hub,
      gives: ["matches"],
      isReadOnly: true,
      client: .init([.rows, .ids])
    ),
    MethodSpec(
      .sayRecordsSame,
      "stores the user's verdict that two ids name the same entity",
      .records,
      gives: ["verdict", "notes"],
      client: .init([.id, .other])
    ),
    MethodSpec(
      .sayRecordsDifferent,
      "stores the user's verdict that two ids name different entities",
      .records,
      gives: ["verdict", "notes"],
      client: .init([.id, .other])
    ),
    MethodSpec(
      .undoVerdict,
      "reverts the user's last verdict",
      .records,
      gives: ["verdict", "notes"],
      client: .init(optional: [.id, .other])
    ),
    MethodSpec(
      .previewPolicy,
      "lists the values that another merge policy would change, without applying it",
      .records,
      gives: ["changes", "total", "notes"],
      isReadOnly: true,
      client: .init([.policy], optional: [.limit])
    ),
  ]
}
