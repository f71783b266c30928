/// Every check of a hub or of an author, in the order of the alphabet.
extension TracedCheck {
  static let all: [TracedCheck] = [
    TracedCheck(
      "hub:answers.no-provider",
      "HubCoreTests/StartingProviders",
      "a call without a provider for its method fails with an error that says so"
    ),
    TracedCheck(
      "hub:answers.partial",
      "HubCoreTests/Deadline",
      "a call with one usable reply, even an empty one, never ends in DEADLINE_EXCEEDED"
    ),
    TracedCheck(
      "hub:answers.sources",
      "HubCoreTests/Searching",
      "queries all providers that serve the method, and merges their replies"
    ),
    TracedCheck(
      "hub:budgets.shared",
      "HubCoreTests/Budgets",
      "is shared by all providers that declare it; the smallest applies"
    ),
    TracedCheck(
      "hub:budgets.shared",
      "HubCoreTests/Budgets",
      "is never exceeded in any window, whatever is spent"
    ),
    TracedCheck(
      "hub:calls.namespaces",
      "HubCoreTests/Searching",
      "sends a provider only the parameters it understands"
    ),
    TracedCheck(
      "hub:calls.namespaces",
      "HubCoreTests/Linking",
      "rejects a hit with an id that the provider does not understand"
    ),
    TracedCheck(
      "hub:files.provider-that-told-it",
      "HubCoreTests/FetchingFiles",
      "fetches the best image from the provider that listed it"
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
      "has a limit; a call beyond it fails because the provider is busy"
    ),
    TracedCheck(
      "hub:limits.queues",
      "HubCoreTests/Calls",
      "rejects all clients over the hub's limit of calls"
    ),
    TracedCheck(
      "hub:limits.slow-consumer",
      "HubCoreTests/Cancellation",
      "all calls of a client are cancelled when it disconnects"
    ),
    TracedCheck(
      "hub:liveness.core",
      "HubCoreTests/Liveness",
      "the silence of a Core provider counts from the deadline of its call"
    ),
    TracedCheck(
      "hub:liveness.exit",
      "SystemTests/PartialAnswer",
      "a provider that is killed in a call costs only itself, and comes back"
    ),
    TracedCheck(
      "hub:liveness.traffic-counts",
      "HubCoreTests/Liveness",
      "any message counts as a heartbeat"
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
      "HubCoreTests/ProviderChanges",
      "starts a provider whose manifest appears; the others continue"
    ),
    TracedCheck(
      "hub:manifests.drain",
      "SystemTests/HotPlug",
      "one that is removed in a call ends that call first"
    ),
    TracedCheck(
      "hub:manifests.drain",
      "HubCoreTests/ProviderChanges",
      "drains a provider whose manifest is removed"
    ),
    TracedCheck(
      "hub:manifests.drift",
      "HubCoreTests/Session",
      "methods that a manifest declares and the provider lacks are reported"
    ),
    TracedCheck(
      "hub:manifests.first-wins",
      "SystemTests/HotPlug",
      "of two manifests with one id the first counts, and the second when that is gone"
    ),
    TracedCheck(
      "hub:manifests.not-there",
      "HubCoreTests/ProviderChanges",
      "fails to remove, reload or reset an unknown provider"
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
      "HubCoreTests/ProviderChanges",
      "applies a changed manifest at a reload, and lets calls wait for the new process"
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
      "HubCoreTests/Session",
      "a client gets a welcome with a unique session id"
    ),
    TracedCheck(
      "hub:session.answer-in-time",
      "HubCoreTests/Session",
      "clients beyond the limit are rejected as busy"
    ),
    TracedCheck(
      "hub:session.descriptor-id",
      "HubCoreTests/Session",
      "a descriptor of another provider is rejected"
    ),
    TracedCheck(
      "hub:session.foreign-sid",
      "HubCoreTests/Session",
      "messages without a session get one bye, not one each"
    ),
    TracedCheck(
      "hub:session.older-sid",
      "HubCoreTests/MessageFaults",
      "with one of the last four sids of its connection is ignored, and one with a fifth is not"
    ),
    TracedCheck(
      "hub:session.second-hello",
      "HubCoreTests/Session",
      "a token is valid for any number of hellos; the last session is used"
    ),
    TracedCheck(
      "hub:session.token",
      "HubCoreTests/Session",
      "a provider with an unknown token is rejected"
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
      "merges an item into an entity that was sent before"
    ),
    TracedCheck(
      "hub:streaming.replay",
      "HubCoreTests/Streaming",
      "removes items that no longer fit on the page"
    ),
    TracedCheck(
      "hub:time.wait",
      "HubCoreTests/Deadline",
      "a call ends at the soft deadline with the results so far; other sources are late"
    ),
    TracedCheck(
      "hub:versions.other-major",
      "HubCoreTests/Session",
      "frames of another major version are rejected with the supported versions"
    ),
    TracedCheck(
      "hub:versions.words",
      "BusProtocolTests/Schema",
      "have the words of the registries"
    ),
    TracedCheck(
      "hub:wire.bodies",
      "HubCoreTests/HostileProviders",
      "an invalid body fails only its call"
    ),
    TracedCheck(
      "hub:wire.direction",
      "HubCoreTests/Cancellation",
      "a client that sends a message of a hub loses its session"
    ),
    TracedCheck(
      "hub:wire.direction",
      "HubCoreTests/LostProviders",
      "loses its session if it sends a message of a client"
    ),
    TracedCheck(
      "hub:wire.faults",
      "HubCoreTests/Cancellation",
      "a message too large ends the session; other invalid frames are rejected or ignored"
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
