/// What every answer must keep; seen while the other checks run.
extension CallChecks {
  static let watched = [
    Check(
      "calls.one-terminal",
      .core,
      "MB-060",
      "MB-063",
      what: "ends each call once",
      advice: "Send exactly one done or error for each call, with the call's id as \"re\".",
      .watched
    ),
    Check(
      "calls.nothing-after",
      .core,
      "MB-067",
      what: "sends nothing for a call after its terminal",
      advice: "Forget a call with its terminal, and drop what work on it still gives.",
      .watched
    ),
    Check(
      "calls.parts",
      .core,
      "MB-064",
      "MB-065",
      "MB-130",
      what: "numbers the parts of an answer from 0, and counts them in the terminal",
      advice: "\"seq\" is 0, 1, 2, … for each call by itself; \"parts\" of done is their number.",
      .watched
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
      what: "gives entities of the method's kind, as the model says",
      advice: "Compare with Protocol/schema/artist.schema.json and its neighbours; leave out "
        + "what is not known, and records that cannot be used.",
      .watched
    ),
    Check(
      "calls.attachment",
      .core,
      "MB-094",
      what: "sends a file as attachment together with media",
      advice: "done of artwork.get and preview.get has a fourth frame and \"media\", or neither.",
      .watched
    ),
  ]
}
