// SPDX-License-Identifier: MPL-2.0

/// The inside of an element that fetches what it reads from upstream by itself, such as a demuxer.
///
/// Where upstream can be read anywhere, as a file, a thread of the element calls ``pullNext()`` again and
/// again. Where it only pushes, as a pipe, buffers come to ``ElementImplementation/handle(_:)`` as usual.
public protocol PullingImplementation: ElementImplementation {
  /// Says before anything is read whether it is fetched or comes by itself.
  func willPull(_ isPulling: Bool)

  /// Fetches and pushes a little, on the element's thread; false to wait until
  /// ``ElementHost/startPulling()``.
  func pullNext() -> Bool
}
