// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// The map options of the command line, which can be repeated.
///
/// The time to parse a command line grows with the square of its length: 20,000 speed keyframes
/// take minutes. A map in a file does not have this cost.
enum MapArguments {
  /// The maximum number of map options.
  static let limit = 2000

  /// Throws a usage error if a command line has more.
  static func check(_ arguments: [String]) throws {
    let count = arguments.count { word in
      ["--at", "--range", "--hold", "--hit"].contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    guard count <= limit else {
      throw ValidationError(
        "--at, --range, --hold and --hit are given \(count) times: at most \(limit) are allowed. Put the map into a file: --map FILE, or --hits FILE"
      )
    }
  }
}
