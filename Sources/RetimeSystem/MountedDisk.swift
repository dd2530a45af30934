// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The mounted file systems.
enum MountedDisk {
  /// The types, or prefixes of types, of file systems that several machines may write to.
  private static let sharedKinds = [
    "nfs", "cifs", "smb", "9p", "ceph", "fuse.", "afs", "lustre", "gpfs", "beegfs", "glusterfs",
    "ocfs2", "gfs2", "virtiofs", "vboxsf", "vmhgfs", "prl_fs",
  ]

  /// Returns whether other machines may write to the file system of a device too.
  ///
  /// Reads /proc/self/mountinfo; a device missing there counts as local.
  static func isShared(_ device: dev_t) -> Bool {
    // The kernel's encoding of major and minor numbers; glibc's macros for it are not visible in
    // Swift.
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let dash = words.lastIndex(of: "-"), dash + 1 < words.count
      else { continue }
      return sharedKinds.contains { words[dash + 1].hasPrefix($0) }
    }
    return false
  }

  /// Returns whether a file or folder that could be locked was left by a killed process.
  ///
  /// On a local disk, the lock proves it. On a network file system, other machines' locks may be
  /// invisible: there it must also be unmodified for a week.
  static func isAbandoned(_ unlocked: stat) -> Bool {
    !isShared(unlocked.st_dev) || time(nil) - unlocked.st_mtim.tv_sec > 7 * 86_400
  }

  private static var mounts: String {
    let descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var (text, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
    while case let count = unsafe read(descriptor, &block, block.count), count > 0 {
      text += block[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
