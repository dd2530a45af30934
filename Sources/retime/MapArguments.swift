// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// The options that describe a map on the command line, which may come many times.
///
/// Reading a command line takes a time that grows with the square of its length: 20,000 keys took minutes. A map in a file does
/// not.
enum MapArguments {
  /// The most that are taken.
  static let limit = 2000

  /// Refuses a command line with more.
  static func check(_ arguments: [String]) throws {
    let count = arguments.count { word in
      ["--at", "--range", "--hold"].contains { word == $0 || word.hasPrefix("\($0)=") }
    }
    guard count <= limit else {
      throw ValidationError(
        "--at, --range and --hold are given \(count) times: at most \(limit) are allowed. Put the map into a file: --map FILE"
      )
    }
  }
}
