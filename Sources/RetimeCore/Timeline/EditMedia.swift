// SPDX-License-Identifier: MPL-2.0

/// The media file of a timeline.
package struct EditMedia: Sendable, Equatable {
  /// The path, and the same as a URI.
  package let path: String, uri: String
  /// The duration in frames of the timeline; 1 or more.
  package let frames: Int
  /// The size of the video in pixels; nil without video.
  package let size: (width: Int, height: Int)?
  /// The width of a pixel divided by its height.
  package let pixelAspect: Rational
  /// The number of audio channels and the sample rate in hertz; nil without audio.
  package let audio: (channels: Int, sampleRate: Int)?

  /// Creates the description of a file.
  package init(
    path: String,
    uri: String,
    frames: Int,
    size: (width: Int, height: Int)?,
    pixelAspect: Rational = Rational(1),
    audio: (channels: Int, sampleRate: Int)?
  ) {
    (self.path, self.uri, self.frames, self.size, self.audio) = (path, uri, frames, size, audio)
    self.pixelAspect = pixelAspect
  }

  /// The file's name.
  package var name: String { String(path.split(separator: "/").last ?? "") }

  /// Returns whether both describe the same file.
  package static func == (one: EditMedia, other: EditMedia) -> Bool {
    one.path == other.path && one.uri == other.uri && one.frames == other.frames
      && one.size?.width == other.size?.width && one.size?.height == other.size?.height
      && one.pixelAspect == other.pixelAspect && one.audio?.channels == other.audio?.channels
      && one.audio?.sampleRate == other.audio?.sampleRate
  }
}
