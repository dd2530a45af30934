// SPDX-License-Identifier: MPL-2.0

internal import CWebP

/// The decoder of single images.
public enum WebPImage {
  /// Returns the pixels of an image, each as red, green, blue and alpha.
  ///
  /// `data`: a bitstream with its chunk header, after a chunk `ALPH` where alpha is apart. Wraps `WebPDecodeRGBAInto`.
  ///
  /// - Throws: an error for damaged data, and for an image of another size.
  public static func pixels(
    of data: ArraySlice<UInt8>,
    width: Int,
    height: Int
  ) throws(WebPError) -> [UInt8] {
    let count = 4 * width * height
    var (foundWidth, foundHeight, isDone) = (Int32(0), Int32(0), false)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      unsafe data.withUnsafeBufferPointer { bytes in
        guard
          unsafe WebPGetInfo(bytes.baseAddress, bytes.count, &foundWidth, &foundHeight) != 0,
          foundWidth == Int32(clamping: width), foundHeight == Int32(clamping: height)
        else { return }
        isDone =
          unsafe WebPDecodeRGBAInto(
            bytes.baseAddress,
            bytes.count,
            target.baseAddress,
            count,
            Int32(clamping: 4 * width)
          ) != nil
      }
      filled = isDone ? count : 0
    }
    guard isDone else { throw WebPError("the data of a frame are damaged") }
    return pixels
  }
}
