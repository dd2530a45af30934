// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// The options of an encoder that keep its frames within what a source's parameter sets declare.
struct JoinOptions {
  private let limits: ParameterSets.Limits
  private let reordering: Int
  private let rateFactor: Double?

  /// Creates the options for a source.
  ///
  /// `reordering`: the maximum number of frames that precede an earlier one in the source's decode order.
  /// `rateFactor`: the constant rate factor of the source's own encoder; nil if it is unknown.
  init(_ limits: ParameterSets.Limits, reordering: Int, rateFactor: Double?) {
    (self.limits, self.reordering) = (limits, min(reordering, limits.reordering))
    self.rateFactor = rateFactor
  }

  /// Returns the description of an encoder with the options.
  func description(_ encoder: String) -> String {
    var words = LaunchDescription(encoder)
    guard let factory = words.firstElement else { return encoder }
    switch factory {
    case "x264enc": words.add(x264, to: "option-string", of: factory)
    case "x265enc": words.add(x265, to: "option-string", of: factory)
    default: break
    }
    return words.text
  }

  private var x264: [String] {
    var options = ["ref=\(min(3, max(1, limits.bufferSize)))"]
    // Baseline, Main and High (ITU-T H.264, A.2).
    let isBaseline = limits.profile == 66
    if isBaseline || reordering == 0 { options.append("bframes=0") }
    if reordering < 2 { options.append("b-pyramid=none") }
    if isBaseline { options += ["cabac=0", "weightp=0"] }
    if limits.profile < 100 { options.append("8x8dct=0") }
    return options + quality(usual: 18)
  }

  private var x265: [String] {
    // The current frame takes a place in the buffer, and x265 keeps one more than it refers to.
    var options = ["ref=\(min(3, max(1, limits.bufferSize - 2)))", "open-gop=0", "info=0"]
    if reordering == 0 { options.append("bframes=0") }
    if reordering < 2 { options.append("b-pyramid=0") }
    return options + quality(usual: 20)
  }

  /// Returns the option for a source of higher quality than usual: its rate factor less 3, which loses less than the
  /// source's own encoder did.
  private func quality(usual: Double) -> [String] {
    guard let rateFactor, rateFactor - 3 < usual else { return [] }
    return ["crf=\(max(1, rateFactor - 3))"]
  }
}
