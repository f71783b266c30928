// Whoever sends or reads messages needs the codec, too.
@_exported public import JSON
