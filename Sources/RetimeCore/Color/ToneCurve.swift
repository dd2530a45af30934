// SPDX-License-Identifier: MPL-2.0

/// Brings light of up to a source's peak to what a darker display shows, with a roll-off of highlights.
///
/// The curve is the EETF of ITU-R BT.2390, section 5.4.1, with black at 0: shadows are unchanged; from a
/// knee on a cubic in the perceptual quantiser's scale, of slope 1 at the knee and 0 at the peak. It never
/// clips, is monotone, and leaves a source that is no brighter than the target untouched.
package struct ToneCurve: Sendable {
  /// Nits of the diffuse white of HDR (ITU-R BT.2408, section 2.2), which white of SDR is taken to have here.
  ///
  /// Tables of BT.2408 place white paper at 203 nits. With SDR's white there too, skin and grass keep their
  /// places: a grey card of 26 nits comes to 42 % of the signal, near its 41 % in SDR.
  package static let whiteNits = 203.0

  private let peakSignal: Double, target: Double, knee: Double

  /// A curve from `peakNits` to ``whiteNits``; peaks are taken to be at least that, at most 10,000.
  package init(peakNits: Double) {
    let peak = min(max(peakNits, Self.whiteNits), 10_000)
    peakSignal = PerceptualQuantizer.signal(nits: peak)
    target = PerceptualQuantizer.signal(nits: Self.whiteNits) / peakSignal
    knee = 1.5 * target - 0.5
  }

  /// The light that is shown for so much of the source, both in nits.
  package func nits(_ source: Double) -> Double {
    guard target < 1 else { return min(source, Self.whiteNits) }
    let place = min(PerceptualQuantizer.signal(nits: source) / peakSignal, 1)
    guard place > knee else { return source }
    let t = (place - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let rolled =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * target
    return PerceptualQuantizer.nits(signal: rolled * peakSignal)
  }
}
