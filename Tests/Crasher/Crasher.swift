// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeSystem

/// Crashes in one of several ways, on one of several kinds of threads, while an unfinished file is registered for
/// removal.
///
/// Arguments: the file, the way and the thread.
@main
enum Crasher {
  enum Way: String { case trap, overflow }
  enum Place: String { case main, worker, stream }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let way = Way(rawValue: arguments[2]),
      let place = Place(rawValue: arguments[3])
    else { return StandardStreams.printError("crasher FILE WAY THREAD\n") }
    Signals.guardCrashes(
      removing: arguments[1],
      saying: .init(codec: "a codec crashed\n", own: "it crashed itself\n"),
      status: 65
    )
    GStreamer.onThreadStart { Signals.guardThread() }
    switch place {
    case .main: crash(way)
    case .worker: BlockingThread(name: "worker") { crash(way) }.join()
    case .stream:
      let pipeline = try Pipeline { _ in }
      let (source, sink) = (try Element.make("fakesrc"), try Element.make("fakesink"))
      try pipeline.add(source, sink)
      try source.link(to: sink)
      try sink.pad("sink").observeBuffers { _, _ in
        crash(way)
        return false
      }
      pipeline.play()
      // The crash ends the process, not this.
      while true { StandardStreams.printError("") }
    }
  }

  @Sendable static func crash(_ way: Way) {
    switch way {
    case .trap: StandardStreams.printError("\([Int]()[CommandLine.arguments.count])")
    case .overflow: StandardStreams.printError("\(depth(of: CommandLine.arguments.count))")
    }
  }

  /// Calls itself until the stack overflows.
  ///
  /// The optimizer can turn a recursion into a loop if it only adds or only multiplies afterwards.
  @inline(never) static func depth(of number: Int) -> Int {
    number == 0 ? 0 : (depth(of: number &+ 1) ^ number) &* 3
  }
}
