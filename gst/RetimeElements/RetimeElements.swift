// SPDX-License-Identifier: MPL-2.0

public import GStreamer

/// The version that the plugin shows.
public let retimeVersion = "0.2.0"

/// Makes all elements known in this process; `plugin` is the one being loaded, if one is.
@discardableResult
public func registerElements(in plugin: Plugin? = nil) -> Bool {
  registerElement(AudioRetime.self, in: plugin) && registerElement(VideoRetime.self, in: plugin)
    && registerElement(DCTSpectrogram.self, in: plugin)
    && registerElement(CafDemux.self, in: plugin)
    // Others have parsers and decoders of their own choice.
    && (plugin != nil || registerElement(AACParse.self) && registerElement(BlurayPCMDecoder.self))
}
