// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The numbers by which this process knows its open files, pipes and sockets.
enum Descriptors {
  /// Those that are open now, as /proc/self/fd lists them.
  static var open: [Int32] {
    guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
    defer { unsafe closedir(folder) }
    var numbers: [Int32] = []
    let own = unsafe dirfd(folder)
    while let entry = unsafe readdir(folder) {
      let name = unsafe Folder.name(of: entry)
      if let number = Int32(name), number != own { numbers.append(number) }
    }
    return numbers
  }
}
