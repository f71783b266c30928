// Members with unknown names are JSON values, so every user of the model needs them, too.
@_exported public import JSON
