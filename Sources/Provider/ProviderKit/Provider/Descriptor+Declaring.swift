public import BusProtocol
internal import MusicModel

extension [URLPattern] {
  /// Returns the patterns of URLs and URIs with a word for the type before the id, and of subpages.
  ///
  /// `starts` are the texts before the word, `words` the words that are not the type itself, and
  /// `example` is the value of an id.
  public static func pages(
    _ starts: [String],
    of namespace: String,
    _ types: [String],
    words: [String: String] = [:],
    example: String
  ) -> [URLPattern] {
    starts.flatMap { start in
      types.flatMap { type in
        let isURL = start.contains("://")
        let page = start + (words[type] ?? type) + (isURL ? "/" : ":")
        return (isURL ? ["", "/*"] : [""]).map { end in
          URLPattern(
            page + URLPattern.placeholder + end,
            id: "\(namespace):\(type):\(URLPattern.placeholder)",
            example: (page + example + end).replacing("*", with: "en")
          )
        }
      }
    }
  }
}

/// Short ways to write a descriptor.
extension Descriptor {
  /// Creates a descriptor without methods and namespaces.
  ///
  /// The id is a literal in the provider's source; an invalid one ends the program when it first
  /// starts.
  public init(_ id: StaticString, name: String, version: String, attribution: Attribution) {
    guard let id = ProviderID(rawValue: "\(id)") else {
      preconditionFailure(
        "Invalid provider id \"\(id)\"; expected lower-case letters, digits, - and ."
      )
    }
    self.init(id: id, name: name, version: version, attribution: attribution)
  }

  /// Creates a descriptor with the line that thanks the source, its page and its terms.
  ///
  /// `hosts` are those besides the ones of the provider's upstreams, `lacks` the members that its
  /// records never have.
  public init(
    _ id: StaticString,
    name: String,
    thanks: String,
    url: String,
    terms: String,
    namespaces: [String],
    hosts: [String],
    lacks: [String: [String]] = [:],
    urls: [URLPattern]
  ) {
    let attribution = Attribution(text: thanks, url: url, terms: terms)
    self.init(id, name: name, version: "1.0.0", attribution: attribution)
    (self.namespaces, self.hosts, self.urls) = (namespaces, hosts, urls)
    self.lacks = lacks
  }

  /// Declares a method.
  ///
  /// `cost` is the maximum number of requests per upstream. Allow one more than needed, so that
  /// ProviderKit can retry a failed request.
  /// `fallback` names the upstreams of `cost` that a call can do without, as long as another one is
  /// available; `hours` is the freshness lifetime of a reply.
  public mutating func declare(
    _ method: Method,
    cost: [String: Int],
    fallback: [String] = [],
    freshHours hours: Int
  ) {
    methods[method.rawValue] = MethodDeclaration(
      cost: cost,
      fallback: fallback.isEmpty ? nil : fallback.sorted(),
      freshMs: hours * 60 * 60 * 1000
    )
  }

  /// Adds example calls, each with a text or an id, that return results from the real upstream.
  public mutating func addSamples(_ samples: KeyValuePairs<Method, Sample>) {
    for (method, sample) in samples {
      self.samples.append(ExampleCall(method: method, params: sample.parameters))
    }
  }

  /// Adds an example call that returns results from the real upstream.
  public mutating func addSample(_ method: Method, _ configure: (inout CallParameters) -> Void) {
    var parameters = CallParameters()
    configure(&parameters)
    samples.append(ExampleCall(method: method, params: parameters))
  }
}
