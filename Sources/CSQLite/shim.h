// SPDX-License-Identifier: MPL-2.0
//
// SQLite's C API as a module; only Sources/SQLite imports it.
#ifndef RETIME_CSQLITE_SHIM_H
#define RETIME_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds a text that SQLite copies: `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline int CSQLite_bind_text(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
