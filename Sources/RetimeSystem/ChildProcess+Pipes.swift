// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The pipes between this process and a child, which inherits only its own ends.
final class Pipes {
  /// The descriptors of this process's end and the child's end.
  struct Pair {
    var own: Int32, child: Int32
  }

  let output: Pair, errors: Pair
  /// The pipe whose end the child reads: when this process ends, that read returns.
  let lifeline: Pair?
  private var open: [Int32]

  /// Creates the pipes.
  ///
  /// - Throws: when this process has too many files open.
  init(hasLifeline: Bool) throws(SystemError) {
    var opened: [Int32] = []
    func make(childWrites: Bool) throws(SystemError) -> Pair {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else {
        let error = SystemError.last
        for descriptor in opened { Glibc.close(descriptor) }
        throw error
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      opened += ends
      return childWrites ? Pair(own: ends[0], child: ends[1]) : Pair(own: ends[1], child: ends[0])
    }
    output = try make(childWrites: true)
    errors = try make(childWrites: true)
    lifeline = hasLifeline ? try make(childWrites: false) : nil
    open = opened
  }

  deinit { close(open) }

  /// Closes the child's ends in this process, so that reading ends when the child does.
  func closeChildEnds() {
    close([output.child, errors.child] + (lifeline.map { [$0.child] } ?? []))
  }

  /// Closes this process's ends.
  func closeOwnEnds() { close([output.own, errors.own] + (lifeline.map { [$0.own] } ?? [])) }

  private func close(_ descriptors: [Int32]) {
    for descriptor in descriptors where open.contains(descriptor) {
      Glibc.close(descriptor)
      open.removeAll { $0 == descriptor }
    }
  }

  /// Reads both streams to their ends.
  func read(_ body: (ChildProcess.Stream, Span<UInt8>) -> Void) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var waiting = [
      pollfd(fd: output.own, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.own, events: Int16(POLLIN), revents: 0),
    ]
    while waiting.contains(where: { $0.fd >= 0 }) {
      guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else {
        if errno == EINTR { continue }
        return
      }
      for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
        let count = unsafe Glibc.read(waiting[index].fd, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          waiting[index].fd = -1
          continue
        }
        body(index == 0 ? .output : .errors, block.span.extracting(0..<count))
      }
    }
  }
}
