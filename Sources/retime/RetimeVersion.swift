// SPDX-License-Identifier: MPL-2.0

/// The version that `--version` prints.
enum RetimeVersion {
  static let text = "0.2.0"
}
