// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore

// The paths of derived files, and the commands that create them.

extension DerivedFiles {
  /// Returns the path and MIME type of a product, and the path of its JSON report.
  nonisolated func location(
    of product: Product,
    _ file: MediaFile
  ) -> (path: String, type: String, facts: String) {
    let (kind, suffix): (StatePaths.Kind, String) =
      switch product {
      case .proxy: (.proxies, file.kind == "video" ? ".mp4" : ".m4a")
      case .spectrogram(let colors): (.spectrograms, "-\(colors.rawValue).png")
      case .flow(let milliseconds, let quality):
        (.flows, "-\(milliseconds)-\(quality.rawValue).png")
      }
    let path = library.paths.file(kind, file.key, suffix)
    return (path, MediaType.of(path), path + ".json")
  }

  /// Returns the arguments of the command that creates a product.
  nonisolated func arguments(_ product: Product, _ file: MediaFile) -> [String] {
    let (source, output) = (library.location(of: file), location(of: product, file).path)
    switch product {
    case .spectrogram(let colors):
      return [
        "spectrogram", "--colors=\(colors.rawValue)", "--overwrite", "--progress=json", "--",
        source, output,
      ]
    case .flow(let milliseconds, let quality):
      return [
        "flow", "--at=\(milliseconds / 1000).\("\(1000 + milliseconds % 1000)".dropFirst())",
        "--flow-quality=\(quality.rawValue)", "--overwrite", "--progress=json", "--", source,
        output,
      ]
    case .proxy:
      // 8 bits and 4:2:0, which the H.264 decoder of every browser accepts; speed matters more than
      // size.
      let pictures = [
        "--sdr",
        "--video-encoder=capsfilter caps=video/x-raw,format=I420 ! x264enc speed-preset=veryfast "
          + "pass=qual quantizer=23 key-int-max=60",
      ]
      return ["scale", "--factor=1", "--no-subtitles"]
        + (file.kind == "video" ? pictures : ["--no-video"])
        + [
          "--audio-encoder=avenc_aac bitrate=192000", "--overwrite", "--progress=json", "--",
          source, output,
        ]
    }
  }
}
#endif
