internal import MusicModel

/// Objects, arrays and combinations of schemas.
extension ConfigurationSchema {
  func problemsOfMembers(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let members = value.members else { return [] }
    var problems = missing(schema["required"], in: members, path)
    for (name, required) in schema["dependentRequired"]?.members ?? [:] where members[name] != nil {
      problems += missing(required, in: members, path)
    }
    for (name, dependent) in schema["dependentSchemas"]?.members ?? [:] where members[name] != nil {
      problems += inner(dependent).problems(of: value, at: path)
    }
    if let least = limit("minProperties"), members.count < least {
      problems.append(warning(path, "This must have at least \(least.pluralized("key"))."))
    }
    if let most = limit("maxProperties"), members.count > most {
      problems.append(warning(path, "This must have at most \(most.pluralized("key"))."))
    }
    return problems
      + members.sorted { $0.key < $1.key }.flatMap { self.problems(of: $1, named: $0, path) }
  }

  private func missing(
    _ names: JSONValue?,
    in members: [String: JSONValue],
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    (names?.elements ?? []).compactMap(\.text).filter { members[$0] == nil }
      .map { warning(path + $0, "This is missing.") }
  }

  private func problems(
    of value: JSONValue,
    named name: String,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    let properties = schema["properties"]?.members ?? [:]
    var schemas = [properties[name]].compactMap(\.self)
    for (pattern, schema) in schema["patternProperties"]?.members ?? [:] {
      guard let expression = try? Regex(pattern) else { continue }
      if name.firstMatch(of: expression) != nil { schemas.append(schema) }
    }
    var found: [ConfigurationWarning] = []
    if let names = inner("propertyNames"), !names.accepts(.string(name)) {
      found.append(warning(path + name, "This name is not allowed."))
    }
    guard schemas.isEmpty else {
      return found + schemas.flatMap { inner($0).problems(of: value, at: path + name) }
    }
    guard let others = inner("additionalProperties") else { return found }
    guard others.schema == false else {
      return found + others.problems(of: value, at: path + name)
    }
    let names = properties.keys.sorted().joined(separator: ", ")
    let known = names.isEmpty ? "no key is allowed here." : "known keys: \(names)."
    return found + [warning(path + name, "Unknown key; \(known)")]
  }

  func problemsOfElements(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let elements = value.elements else { return [] }
    var problems: [ConfigurationWarning] = []
    if let least = limit("minItems"), elements.count < least {
      problems.append(warning(path, "This must have at least \(least.pluralized("element"))."))
    }
    if let most = limit("maxItems"), elements.count > most {
      problems.append(warning(path, "This must have at most \(most.pluralized("element"))."))
    }
    let isRepeated = elements.indices.contains { index in
      elements[..<index].contains(where: elements[index].isEqual)
    }
    if schema["uniqueItems"] == true, isRepeated {
      problems.append(warning(path, "This must not contain an element twice."))
    }
    if let wanted = inner("contains") {
      let count = elements.count(where: wanted.accepts)
      if count < limit("minContains") ?? 1 || count > limit("maxContains") ?? .max {
        problems.append(warning(path, "This has too few or too many of the expected elements."))
      }
    }
    let first = schema["prefixItems"]?.elements ?? []
    return problems
      + elements.enumerated().flatMap { index, element in
        let schema = index < first.count ? inner(first[index]) : inner("items")
        return schema?.problems(of: element, at: path + String(index)) ?? []
      }
  }

  func problemsOfCombinations(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    var problems = (schema["allOf"]?.elements ?? []).flatMap {
      inner($0).problems(of: value, at: path)
    }
    if let choices = schema["anyOf"]?.elements,
      !choices.contains(where: { inner($0).accepts(value) })
    {
      problems.append(warning(path, "This has none of the forms that are allowed here."))
    }
    if let choices = schema["oneOf"]?.elements {
      let count = choices.count { inner($0).accepts(value) }
      if count != 1 {
        let amount = count == 0 ? "none" : "more than one"
        problems.append(
          warning(path, "This has \(amount) of the forms of which it must have one.")
        )
      }
    }
    if let excluded = inner("not"), excluded.accepts(value) {
      problems.append(warning(path, "This form is not allowed here."))
    }
    if let condition = inner("if") {
      let branch = inner(condition.accepts(value) ? "then" : "else")
      problems += branch?.problems(of: value, at: path) ?? []
    }
    return problems
  }
}

extension ConfigurationPath {
  fileprivate static func + (path: ConfigurationPath, name: String) -> ConfigurationPath {
    ConfigurationPath(path.names + [name])
  }
}
