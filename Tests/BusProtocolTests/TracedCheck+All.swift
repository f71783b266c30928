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
      "hub:budgets.untrusted",
      "HubCoreTests/UntrustedBudgets",
      "limits only itself: one request a year stops no bundled provider"
    ),
    TracedCheck(
      "hub:budgets.untrusted",
      "HubCoreTests/UntrustedBudgets",
      "counts requests beyond its grants only for itself"
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
      "HubCoreTests/ListCache",
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
      "an artist is shown with biography, years and genre, by name and by any id"
    ),
    TracedCheck(
      "hub:ids.for-ever",
      "SystemTests/Verdict",
      "a printed id finds the merged artist after a restart, without a search"
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
      "SystemTests/PartialReply",
      "lack only a provider that is killed, and contain it after its restart"
    ),
    TracedCheck(
      "hub:liveness.traffic-counts",
      "HubCoreTests/Liveness",
      "any message counts as a heartbeat"
    ),
    TracedCheck(
      "hub:lyrics.names",
      "HubCoreTests/Lyrics",
      "are looked for by the names of the song, first at the provider that knows its id"
    ),
    TracedCheck(
      "hub:manifests.add",
      "SystemTests/HotPlug",
      "installs a provider for later hubs as well, until it is removed"
    ),
    TracedCheck(
      "hub:manifests.add",
      "SystemTests/HotPlug",
      "lets its budget limit others only while the user approves the host, also in later hubs"
    ),
    TracedCheck(
      "hub:manifests.appear",
      "SystemTests/HotPlug",
      "starts a provider whose directory is created, and stops one whose directory is removed"
    ),
    TracedCheck(
      "hub:manifests.appear",
      "HubCoreTests/ProviderChanges",
      "starts a provider whose manifest appears; the others continue"
    ),
    TracedCheck(
      "hub:manifests.drain",
      "SystemTests/HotPlug",
      "completes calls in flight before a provider is removed"
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
      "uses the first of two manifests with one id, and the second when the first is removed"
    ),
    TracedCheck(
      "hub:manifests.not-there",
      "HubCoreTests/ProviderChanges",
      "fails to remove, reload or reset an unknown provider"
    ),
    TracedCheck(
      "hub:manifests.problems",
      "SystemTests/HotPlug",
      "rejects or reports an invalid manifest, with the path and the error"
    ),
    TracedCheck(
      "hub:manifests.problems",
      "SystemTests/HotPlug",
      "ignores a manifest that becomes invalid while its provider runs"
    ),
    TracedCheck(
      "hub:manifests.reload",
      "HubCoreTests/ProviderChanges",
      "applies a changed manifest at a reload, and lets calls wait for the new process"
    ),
    TracedCheck(
      "hub:manifests.reload",
      "SystemTests/HotPlug",
      "starts a changed executable at a reload, and not before"
    ),
    TracedCheck(
      "hub:paging.next",
      "HubCoreTests/Paging",
      "a short page reports that there are more"
    ),
    TracedCheck(
      "hub:paging.offsets",
      "HubCoreTests/SourcePaging",
      "the hub passes on no offset of a client, and stops at one that does not grow"
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
      "a second hub of one directory exits with a reason, and the first continues"
    ),
    TracedCheck(
      "hub:security.log",
      "SystemTests/Start",
      "sends its section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:security.token",
      "SystemTests/Start",
      "sends its section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:security.no-internet",
      "Style/run",
      "modules import only what the layout allows"
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
      "sends its section of the configuration, and a token"
    ),
    TracedCheck(
      "hub:start.environment",
      "SystemTests/Start",
      "inherits only the variables that its manifest names, and the address of samples"
    ),
    TracedCheck(
      "hub:start.exit-status",
      "SystemTests/HotPlug",
      "starts a stopped provider again on request"
    ),
    TracedCheck(
      "hub:start.no-orphans",
      "SystemTests/HubLife",
      "SIGKILL leaves no provider running"
    ),
    TracedCheck(
      "hub:start.output",
      "SystemTests/Start",
      "forwards its output to the log, whatever it contains"
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
      "SystemTests/ExhaustedResource",
      "descriptors: more clients are rejected as busy, and the others are served"
    ),
    TracedCheck(
      "hub:security.manifest",
      "SystemTests/Security",
      "a provider that other users can modify is not started, and reported"
    ),
    TracedCheck(
      "hub:security.process-group",
      "SystemTests/Security",
      "the token of a provider is invalid outside of its process group"
    ),
    TracedCheck(
      "hub:security.routing-id",
      "SystemTests/Security",
      "a routing id that a peer chooses is refused"
    ),
    TracedCheck(
      "hub:security.transport",
      "ZeroMQTests/ZAPHandler",
      "is refused"
    ),
    TracedCheck(
      "hub:security.user",
      "SystemTests/Security",
      "another user is refused, even with access to the directory, and logged"
    ),
    TracedCheck(
      "hub:start.sweep",
      "SystemTests/Orphan",
      "are killed by the next hub if they ignore lifeline and SIGTERM"
    ),
  ]
}
