// SPDX-License-Identifier: MPL-2.0

public import GStreamer

/// The version of the plugin.
public let retimeVersion = "0.2.0"

/// Registers all elements in this process; `plugin` is the plugin being loaded, if any.
@discardableResult
public func registerElements(in plugin: Plugin? = nil) -> Bool {
  if plugin == nil { AnimationTypes.register() }
  return registerElement(AudioRetime.self, in: plugin)
    && registerElement(VideoRetime.self, in: plugin)
    && registerElement(TextRetime.self, in: plugin)
    && registerBin(RetimeBin.bin, in: plugin)
    && registerElement(DCTSpectrogram.self, in: plugin)
    && registerElement(CafDemux.self, in: plugin)
    // The plugin omits these: applications choose their own parsers, decoders and encoders.
    && (plugin != nil
      || registerElement(AACParse.self) && registerElement(BlurayPCMDecoder.self)
        && registerElement(DeepPNGEncoder.self) && registerElement(DeepPNGDecoder.self)
        && registerElement(AnimationDemuxer.self) && registerElement(AnimationDecoder.self)
        && registerElement(AnimationEncoder<GIFAnimation>.self)
        && registerElement(AnimationEncoder<WebPAnimationFormat>.self)
        && registerElement(AnimationEncoder<APNGAnimation>.self))
}
