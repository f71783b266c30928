#include <sqlite3.h>

/// SQLITE_TRANSIENT: SQLite copies what is bound. As a macro that casts, Swift cannot see it.
static const sqlite3_destructor_type snapshots_copied = SQLITE_TRANSIENT;
