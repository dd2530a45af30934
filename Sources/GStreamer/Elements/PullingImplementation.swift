// SPDX-License-Identifier: MPL-2.0

/// The implementation of an element that can pull its input from upstream, such as a demuxer.
///
/// Where upstream supports random access, such as a file, the element's thread calls ``pullNext()``
/// repeatedly. Where it only pushes, such as a pipe, buffers arrive at
/// ``ElementImplementation/handle(_:)`` as usual.
public protocol PullingImplementation: ElementImplementation {
  /// Receives the mode, pull or push, before any data is read.
  func willPull(_ isPulling: Bool)

  /// Pulls and pushes some data, on the element's thread.
  ///
  /// Returns false to wait until ``ElementHost/startPulling()``.
  func pullNext() -> Bool
}
