/// Rules for every reply, observed during the other checks.
extension CallChecks {
  static let observed = [
    Check(
      "calls.one-terminal",
      .core,
      "MB-060",
      "MB-063",
      summary: "ends each call with exactly one terminal message",
      fix: "Send exactly one done or error per call, with the call's id as \"re\".",
      .observed
    ),
    Check(
      "calls.nothing-after",
      .core,
      "MB-067",
      summary: "sends nothing for a call after its terminal message",
      fix: "Remove a call when you send its terminal message, and drop later results of its task.",
      .observed
    ),
    Check(
      "calls.parts",
      .core,
      "MB-064",
      "MB-065",
      "MB-130",
      summary: "numbers the parts of a reply from 0 and states their count at the end",
      fix: "\"seq\" is 0, 1, 2, … per call; \"parts\" in done is their count.",
      .observed
    ),
    Check(
      "calls.items",
      .core,
      "MB-110",
      "MB-113",
      "MB-114",
      "MB-160",
      "MB-161",
      "MB-170",
      "MB-174",
      "MB-175",
      "MB-177",
      summary: "returns valid entities of the kind of the method",
      fix: "Compare them with Protocol/schema/artist.schema.json and its neighbours; omit "
        + "unknown members and skip unusable records.",
      .observed
    ),
    Check(
      "calls.namespaces",
      .core,
      "MB-165",
      "MB-110",
      summary: "returns items under ids of its own namespaces, of the kind of the item",
      fix: "Use a namespace of Protocol/registry/namespaces.json with one of its types, or declare "
        + "yours in \"namespaces\", with the type: my-source:album.",
      .observed
    ),
    Check(
      "calls.ids",
      .core,
      "MB-346",
      summary: "returns ids of other services only in the form that these have",
      fix: "Return an id of another service only if the source states it, in the form of "
        + "Protocol/registry/namespaces.json; leave it out otherwise.",
      .observed
    ),
    Check(
      "calls.lacks",
      .core,
      "MB-207",
      summary: "returns no member that it declares to lack",
      fix: "Remove the member from \"lacks\" in your descriptor.",
      .observed
    ),
    Check(
      "calls.streams",
      .core,
      "MB-361",
      summary: "returns no stream that it cannot fetch",
      fix: "Serve \"stream.get\", in Python with whole_songs(upstream), or leave \"stream\" out.",
      .observed
    ),
    Check(
      "calls.attachment",
      .core,
      "MB-094",
      summary: "sends a file as an attachment together with \"media\"",
      fix: "For artwork.get, preview.get and stream.get, done has both a fourth frame and "
        + "\"media\", or neither.",
      .observed
    ),
  ]
}
