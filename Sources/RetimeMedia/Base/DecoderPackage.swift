// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The Debian packages of decoders, by media type.
///
/// The list comes from the pads of all decoders in Debian 12's packages of GStreamer 1.22.
enum DecoderPackage {
  /// Returns the package with a decoder for `mediaType`; nil if none is known or it is installed.
  static func named(for mediaType: String) -> String? {
    all.first { $0.mediaTypes.split(separator: " ").contains { $0 == mediaType } }
      .flatMap { ElementFactory(named: $0.element) == nil ? $0.package : nil }
  }

  /// Packages, each with one decoder whose presence shows that it is installed, and the media types it decodes.
  private static let all: [(package: String, element: String, mediaTypes: String)] = [
    (
      "gstreamer1.0-plugins-base", "vorbisdec",
      """
      audio/x-opus audio/x-vorbis video/x-theora
      """
    ),
    (
      "gstreamer1.0-plugins-good", "vp8dec",
      """
      audio/x-alaw audio/x-flac audio/x-mulaw audio/x-speex audio/x-wavpack image/bmp image/jpeg image/png \
      image/svg image/svg+xml image/tiff image/vnd.wap.wbmp image/x-MS-bmp image/x-bitmap image/x-bmp image/x-cmu-raster \
      image/x-icon image/x-pcx image/x-pixmap image/x-portable-anymap image/x-portable-bitmap \
      image/x-portable-graymap image/x-portable-pixmap image/x-sun-raster image/x-tga video/x-dv video/x-fli \
      video/x-vp8 video/x-vp9
      """
    ),
    (
      "gstreamer1.0-libav", "avdec_h264",
      """
      audio/AMR audio/AMR-WB audio/G722 audio/G729 audio/aptx audio/aptx-hd audio/mpeg audio/ms-gsm audio/qcelp \
      audio/x-ac3 audio/x-adpcm audio/x-alac audio/x-dpcm audio/x-dsd audio/x-dts audio/x-dv audio/x-eac3 \
      audio/x-ffmpeg-parsed-ape audio/x-ffmpeg-parsed-musepack audio/x-gsm audio/x-imc audio/x-mace audio/x-mlp \
      audio/x-nellymoser audio/x-pn-realaudio audio/x-qdm2 audio/x-shorten audio/x-sipro audio/x-smpte-302m \
      audio/x-true-hd audio/x-truespeech audio/x-tta audio/x-twin-vq audio/x-vnd.sony.atrac1 \
      audio/x-vnd.sony.atrac3 audio/x-voxware audio/x-wma audio/x-wms audio/x-xma image/jp2 image/pbm image/ppm \
      image/x-j2c image/x-jpc image/x-sgi video/mpeg video/sp5x video/x-4xm video/x-aasc video/x-amv \
      video/x-apple-intermediate-codec video/x-apple-video video/x-asus video/x-ati-vcr video/x-camstudio \
      video/x-camtasia video/x-cavs video/x-cineform video/x-cinepak video/x-cirrus-logic-accupak \
      video/x-compressed-yuv video/x-divx video/x-dnxhd video/x-ffv video/x-flash-screen video/x-flash-screen2 \
      video/x-flash-video video/x-fraps video/x-h261 video/x-h263 video/x-h264 video/x-h265 video/x-huffyuv \
      video/x-indeo video/x-intel-h263 video/x-kmvc video/x-lagarith video/x-loco video/x-mimic video/x-mjpeg-b \
      video/x-msmpeg video/x-msvideocodec video/x-mszh video/x-nuv video/x-pn-realvideo video/x-prores \
      video/x-qdrw video/x-rle video/x-smc video/x-speedhq video/x-svq video/x-truemotion video/x-tscc \
      video/x-ultimotion video/x-vmnc video/x-vp3 video/x-vp5 video/x-vp6 video/x-vp6-alpha video/x-vp6-flash \
      video/x-wmv video/x-xan video/x-zmbv
      """
    ),
    (
      "gstreamer1.0-plugins-bad", "av1dec",
      """
      audio/midi audio/riff-midi audio/x-ay audio/x-gbs audio/x-gym audio/x-hes audio/x-ircam audio/x-it \
      audio/x-kss audio/x-midi-event audio/x-mod audio/x-musepack audio/x-nist audio/x-nsf audio/x-paris \
      audio/x-private1-dts audio/x-rf64 audio/x-s3m audio/x-sap audio/x-sbc audio/x-sds audio/x-siren audio/x-spc \
      audio/x-stm audio/x-svx audio/x-vgm audio/x-voc audio/x-w64 audio/x-xi audio/x-xm image/webp image/x-exr \
      image/x-jpc-striped video/x-av1
      """
    ),
    (
      "gstreamer1.0-plugins-ugly", "a52dec",
      """
      audio/ac3 audio/x-lpcm audio/x-private-ts-lpcm audio/x-private1-ac3 audio/x-private1-lpcm \
      audio/x-private2-lpcm audio/x-sid
      """
    ),
  ]
}
