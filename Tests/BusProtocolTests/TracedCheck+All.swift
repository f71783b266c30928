/// Every check of a hub or of an author, in the order of the alphabet.
extension TracedCheck {
  static let all: [TracedCheck] = [
    TracedCheck(
      "hub:answers.no-provider",
      "HubCoreTests/StartingProviders",
      "no provider for a method is told as that"
    ),
    TracedCheck(
      "hub:answers.partial",
      "HubCoreTests/Waiting",
      "a call with one usable answer never ends in DEADLINE_EXCEEDED, even an empty one"
    ),
    TracedCheck(
      "hub:answers.sources",
      "HubCoreTests/Searching",
      "all providers that serve the method are asked, and their answers come as one"
    ),
    TracedCheck(
      "hub:budgets.shared",
      "HubCoreTests/Budgets",
      "a budget is shared by all providers that declare it; the smallest counts"
    ),
    TracedCheck(
      "hub:budgets.shared",
      "HubCoreTests/Budgets",
      "over any time no more is granted than the budget, whatever is spent"
    ),
    TracedCheck(
      "hub:calls.namespaces",
      "HubCoreTests/Searching",
      "a provider is asked in its own terms only"
    ),
    TracedCheck(
      "hub:calls.namespaces",
      "HubCoreTests/Resolving",
      "a hit under an id that the provider itself does not understand is not linked"
    ),
    TracedCheck(
      "hub:files.provider-that-told-it",
      "HubCoreTests/FetchingFiles",
      "the best picture is fetched by the provider that told of it"
    ),
    TracedCheck(
      "hub:freshness.age",
      "HubCoreTests/ReplyCache",
      "returns the same entities without a provider call, with their age"
    ),
    TracedCheck(
      "hub:freshness.age",
      "HubCoreTests/Retention",
      "is shown when the source fails, which is reported as stale with its age"
    ),
    TracedCheck(
      "hub:ids.any",
      "SystemTests/Detail",
      "an artist is told with biography, years and genre, by name and by any id"
    ),
    TracedCheck(
      "hub:ids.for-ever",
      "SystemTests/Verdict",
      "an id that was printed names the merged artist after a restart, without a search"
    ),
    TracedCheck(
      "hub:limits.queues",
      "HubCoreTests/ProviderQueue",
      "only so many wait; one more is told that the provider is busy"
    ),
    TracedCheck(
      "hub:limits.queues",
      "HubCoreTests/Calls",
      "over its limit of calls in all the hub is busy"
    ),
    TracedCheck(
      "hub:limits.slow-consumer",
      "HubCoreTests/Cancelling",
      "a client that goes cancels all its calls"
    ),
    TracedCheck(
      "hub:liveness.core",
      "HubCoreTests/Liveness",
      "a Core provider is silent while it works; that counts from the end of its call's time"
    ),
    TracedCheck(
      "hub:liveness.exit",
      "SystemTests/PartialAnswer",
      "a provider that is killed in a call costs only itself, and comes back"
    ),
    TracedCheck(
      "hub:liveness.traffic-counts",
      "HubCoreTests/Liveness",
      "any message is a sign of life"
    ),
    TracedCheck(
      "hub:manifests.add",
      "SystemTests/HotPlug",
      "one that is added is there for a later hub too, and gone when it was removed"
    ),
    TracedCheck(
      "hub:manifests.appear",
      "SystemTests/HotPlug",
      "a folder with a manifest that is dropped is served, and one that is taken away is not"
    ),
    TracedCheck(
      "hub:manifests.appear",
      "HubCoreTests/Departures",
      "one whose manifest appears is started, and the others go on"
    ),
    TracedCheck(
      "hub:manifests.drain",
      "SystemTests/HotPlug",
      "one that is removed in a call ends that call first"
    ),
    TracedCheck(
      "hub:manifests.drain",
      "HubCoreTests/Departures",
      "one whose manifest is gone ends its calls, gets no new ones, and is told to go then"
    ),
    TracedCheck(
      "hub:manifests.drift",
      "HubCoreTests/Greeting",
      "what a provider does not serve though its manifest promises it is reported"
    ),
    TracedCheck(
      "hub:manifests.first-wins",
      "SystemTests/HotPlug",
      "of two manifests with one id the first counts, and the second when that is gone"
    ),
    TracedCheck(
      "hub:manifests.not-there",
      "HubCoreTests/Departures",
      "nobody is removed, reloaded or reset who is not there"
    ),
    TracedCheck(
      "hub:manifests.problems",
      "SystemTests/HotPlug",
      "a manifest that cannot be served is refused, or told, with what is wrong and where"
    ),
    TracedCheck(
      "hub:manifests.problems",
      "SystemTests/HotPlug",
      "a manifest that is broken while its provider runs changes nothing"
    ),
    TracedCheck(
      "hub:manifests.reload",
      "HubCoreTests/Departures",
      "a changed manifest is taken up at reload, not before, and calls wait for the new process"
    ),
    TracedCheck(
      "hub:manifests.reload",
      "SystemTests/HotPlug",
      "a changed executable is taken up at reload, and not before"
    ),
    TracedCheck(
      "hub:paging.next",
      "HubCoreTests/Paging",
      "a short page reports that there are more"
    ),
    TracedCheck(
      "hub:paging.slices",
      "HubCoreTests/Paging",
      "a long page is sent in several parts"
    ),
    TracedCheck(
      "hub:paging.stable",
      "HubCoreTests/Paging",
      "pages beyond the first query are fetched and neither repeat nor skip entities"
    ),
    TracedCheck(
      "hub:security.folder",
      "CommandLineTests/HubCommand",
      "rejects a directory that other users can access"
    ),
    TracedCheck(
      "hub:security.lock",
      "SystemTests/HubLife",
      "a second hub on one folder refuses with a reason, and the first goes on"
    ),
    TracedCheck(
      "hub:security.log",
      "SystemTests/Start",
      "it gets its own section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:security.token",
      "SystemTests/Start",
      "it gets its own section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:security.no-internet",
      "StyleTests/Import",
      "keep to the layout"
    ),
    TracedCheck(
      "hub:session.answer-in-time",
      "HubCoreTests/Greeting",
      "a client is welcomed, under a name that no other session has"
    ),
    TracedCheck(
      "hub:session.answer-in-time",
      "HubCoreTests/Greeting",
      "more clients than the hub takes are told that it is busy"
    ),
    TracedCheck(
      "hub:session.descriptor-id",
      "HubCoreTests/Greeting",
      "a descriptor of another provider is rejected"
    ),
    TracedCheck(
      "hub:session.foreign-sid",
      "HubCoreTests/Greeting",
      "whoever speaks without a session is told so once, and not for each message of a flood"
    ),
    TracedCheck(
      "hub:session.older-sid",
      "HubCoreTests/MessageFaults",
      "with one of the last four sids of its connection is ignored, and one with a fifth is not"
    ),
    TracedCheck(
      "hub:session.second-hello",
      "HubCoreTests/Greeting",
      "a token is good for any number of hellos; the last session counts"
    ),
    TracedCheck(
      "hub:session.token",
      "HubCoreTests/Greeting",
      "a provider with a token that nobody gave out is rejected"
    ),
    TracedCheck(
      "hub:start.configuration",
      "SystemTests/Start",
      "it gets its own section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:start.environment",
      "SystemTests/Start",
      "it gets the variables that its manifest names, and no other of the hub's"
    ),
    TracedCheck(
      "hub:start.exit-status",
      "SystemTests/HotPlug",
      "one that ended because it cannot run is started again when somebody asks for it"
    ),
    TracedCheck(
      "hub:start.no-orphans",
      "SystemTests/HubLife",
      "SIGKILL leaves no provider behind"
    ),
    TracedCheck(
      "hub:start.output",
      "SystemTests/Start",
      "what it writes becomes lines of the log, whatever it is"
    ),
    TracedCheck(
      "hub:streaming.replay",
      "HubCoreTests/Streaming",
      "what turns out to be part of another entity goes into it"
    ),
    TracedCheck(
      "hub:streaming.replay",
      "HubCoreTests/Streaming",
      "what falls off the page goes"
    ),
    TracedCheck(
      "hub:time.wait",
      "HubCoreTests/Waiting",
      "after the wait the answer is made of what came in; the rest is late"
    ),
    TracedCheck(
      "hub:versions.other-major",
      "HubCoreTests/Greeting",
      "frames of another major version are answered with what is spoken here"
    ),
    TracedCheck(
      "hub:versions.words",
      "BusProtocolTests/Schema",
      "have the words of the registries"
    ),
    TracedCheck(
      "hub:wire.bodies",
      "HubCoreTests/HostileProviders",
      "a body that cannot be read fails that answer only"
    ),
    TracedCheck(
      "hub:wire.direction",
      "HubCoreTests/Cancelling",
      "a message that a client does not send ends its session"
    ),
    TracedCheck(
      "hub:wire.direction",
      "HubCoreTests/LosingProviders",
      "a message that a provider does not send ends its session"
    ),
    TracedCheck(
      "hub:wire.faults",
      "HubCoreTests/Cancelling",
      "frames that are no message end the session, others are answered"
    ),
    TracedCheck(
      "hub:wire.flood",
      "HubCoreTests/MessageFaults",
      "of a peer without a session gets one reply per second, whatever the fault"
    ),
    TracedCheck(
      "hub:wire.other-tag",
      "HubCoreTests/MessageFaults",
      "with another tag gets one reject per second and leaves the session open"
    ),
    TracedCheck(
      "provider:budgets.grant",
      "ProviderKitTests/HTTP/HTTPClient",
      "never exceed the grant; the last failure is reported"
    ),
    TracedCheck(
      "provider:files.too-large",
      "ProviderKitTests/Session/SessionCall",
      "carry an image as an attachment, unless it is too large"
    ),
    TracedCheck(
      "provider:records.unusable",
      "PluginTests/AudioDB/AudioDB",
      "skips unusable records one by one"
    ),
    TracedCheck(
      "provider:upstream.rate-limited",
      "PluginTests/ITunesSearch/ITunesSearch",
      "reports rate limiting as UPSTREAM_RATE_LIMITED"
    ),
    TracedCheck(
      "hub:limits.descriptors",
      "SystemTests/RunningOut",
      "descriptors: further clients are told to come later, and the others are served"
    ),
    TracedCheck(
      "hub:security.manifest",
      "SystemTests/Security",
      "a provider that others can change is not started, and providers tells it"
    ),
    TracedCheck(
      "hub:security.process-group",
      "SystemTests/Security",
      "the token of a provider is worth nothing outside of its process group"
    ),
    TracedCheck(
      "hub:security.routing-id",
      "SystemTests/Security",
      "a routing id that a peer chooses is refused, whoever had it before"
    ),
    TracedCheck(
      "hub:security.transport",
      "ZeroMQTests/Doorkeeper",
      "is refused"
    ),
    TracedCheck(
      "hub:security.user",
      "SystemTests/Security",
      "another user is refused even where the folder is open, and the log tells it"
    ),
    TracedCheck(
      "hub:start.sweep",
      "SystemTests/Orphan",
      "are ended by the next hub where they heed neither their lease nor SIGTERM"
    ),
  ]
}
