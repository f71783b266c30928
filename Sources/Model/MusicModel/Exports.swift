// Members with unknown names are JSON values, so whoever uses the model needs them, too.
@_exported public import JSON
