// SPDX-License-Identifier: MPL-2.0

/// The error of a provider that reads from another one.
public enum ProviderError<Source: Error>: Error, CustomStringConvertible {
  /// The other one's error, unchanged.
  case source(Source)
  /// The other one says that it has given more frames than it was asked for, or fewer than none.
  case miscounted(frames: Int, asked: Int)
  /// The message of libsoxr, such as "malloc failed".
  case library(String)

  /// The message: what was found, and what to do.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .miscounted(let frames, let asked):
      "a provider was asked for \(asked) frames and says \(frames): it must say 0 to \(asked)"
    case .library(let text): "libsoxr: \(text)"
    }
  }
}

extension ProviderError: Equatable where Source: Equatable {}
