// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The files of the page and the clip to try things with, as SwiftPM has put them into the program.
enum PageFiles {
  static let all: [String: [UInt8]] = [
    "index.html": PackageResources.index_html
  ]

  /// The clip.
  static let sample = PackageResources.rabbit_webm
}
#endif
