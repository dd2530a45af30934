// SPDX-License-Identifier: MPL-2.0

extension FrameFidelity {
  /// The compared properties of a frame: block means of each component, and the detail of the first one.
  package struct Sketch: Sendable {
    private var components: [FrameThumbnail]
    /// The sum of squared steps between neighboring means of four values, and their number.
    private var squares = 0.0, steps = 0.0
    private var products = 0.0, powers = (0.0, 0.0)
    private let scale: Double, depth: Int
    /// The rounding error of all values, in steps of 8 bits.
    private let rounding: Double
    /// The largest difference of a component's mean, in steps of 8 bits.
    private let mostShift: Double
    /// Whether a blur or a sharpener explains the difference from the expected frame.
    package var isFiltered = false
    /// Whether noise was added to the expected frame.
    package var isNoisy = false

    /// Creates an empty sketch of a frame.
    ///
    /// `depth`: the bits of a value. `isConverted`: whether values were converted from RGB to YUV and back,
    /// which doubles a rounding error of blue, and GStreamer rounds down: up to 3 steps in saturated colors.
    /// `mostShift`: the largest difference of a component's mean, if the quality is known; else it is 6.
    package init(depth: Int, isConverted: Bool = false, mostShift: Double? = nil) {
      self.mostShift = mostShift ?? 6
      components = []
      rounding = isConverted ? 4.5 : 1.5
      scale = 1 / Double(1 << max(0, depth - 8))
      self.depth = depth
    }

    /// Adds a row of a plane with `rows` rows and `count` interleaved components; `first` is the number of the first.
    @specialized(where Value == UInt8)
    @specialized(where Value == UInt16)
    package mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
      _ row: Span<Value>,
      at index: Int,
      of rows: Int,
      component first: Int,
      count: Int
    ) {
      while components.count < first + count {
        components.append(FrameThumbnail(height: rows, depth: depth))
      }
      for phase in 0..<count {
        components[first + phase].note(row, at: index, phase: phase, step: count)
      }
      guard first == 0, row.count >= 8 * count else { return }
      var (last, sum) = (0, 0)
      for place in 0..<row.count / (4 * count) {
        let at = 4 * count * place
        let mean = Self.sum(row, from: at, step: count)
        if place > 0 { sum &+= (mean &- last) &* (mean &- last) }
        last = mean
      }
      squares += Double(sum) * scale * scale / 16
      steps += Double(row.count / (4 * count) - 1)
    }

    /// Adds a row of the first plane together with the same row of the expected frame.
    @specialized(where Value == UInt8)
    @specialized(where Value == UInt16)
    package mutating func noteSteps<Value: FixedWidthInteger & UnsignedInteger>(
      of row: Span<Value>,
      as made: Span<Value>,
      count: Int
    ) {
      let places = min(row.count, made.count) / (4 * count)
      var (lastX, lastY, xy, xx, yy) = (0, 0, 0, 0, 0)
      for place in 0..<places {
        let at = 4 * count * place
        let x = Self.sum(made, from: at, step: count)
        let y = Self.sum(row, from: at, step: count)
        if place > 0 {
          let (a, b) = (x &- lastX, y &- lastY)
          (xy, xx, yy) = (xy &+ a &* b, xx &+ a &* a, yy &+ b &* b)
        }
        (lastX, lastY) = (x, y)
      }
      products += Double(xy)
      powers.0 += Double(xx)
      powers.1 += Double(yy)
    }

    /// Returns the sum of four values of a component.
    @inline(__always)
    private static func sum<Value: FixedWidthInteger & UnsignedInteger>(
      _ row: Span<Value>,
      from at: Int,
      step: Int
    ) -> Int {
      Int(truncatingIfNeeded: row[at]) &+ Int(truncatingIfNeeded: row[at &+ step])
        &+ Int(truncatingIfNeeded: row[at &+ 2 &* step])
        &+ Int(truncatingIfNeeded: row[at &+ 3 &* step])
    }

    /// Whether so much detail was lost or added that a blur or a sharpener may be the cause.
    package var mayBeFiltered: Bool {
      powers.0 > 0 && abs(powers.1 / powers.0 - 1) > 0.06 || powers.0 == 0 && powers.1 > 0
    }

    /// The correlation of the steps from value to value with those of the expected frame, from -1 to 1.
    var structure: Double {
      let power = (powers.0 * powers.1).squareRoot()
      return power > 0 ? products / power : 1
    }

    /// The amplitude of those steps relative to the expected frame's, 1 at most.
    var left: Double {
      powers.0 > 0 ? min(1, (powers.1 / powers.0).squareRoot()) : 1
    }

    /// Converts the sums to means.
    package mutating func finish() {
      for index in components.indices { components[index].finish() }
    }

    var detail: Double { steps > 0 ? squares / steps : 0 }

    /// Returns the faults of components whose block means are an affine function of those of this frame.
    ///
    /// A change of levels, range, matrix, hue or saturation is such a function. Codecs leave random
    /// differences, of which a function explains at most 0.6 at their coarsest; of a change of
    /// levels 0.8 and more.
    private func mappedFaults(of other: Sketch) -> Set<Fault> {
      guard !components.isEmpty, components.count == other.components.count else { return [] }
      var faults: Set<Fault> = []
      let differences = components.indices.map {
        components[$0].differences(from: other.components[$0])
      }
      for (index, all) in differences.enumerated() {
        let square = all.reduce(0.0) { $0 + $1 * $1 } / Double(max(1, all.count))
        guard square > rounding * rounding else { continue }
        var fit = LeastSquares(components.count + 1)
        let terms = components.map(\.centered)
        for block in all.indices { fit.take(all[block], terms.map { $0[block] } + [1]) }
        let explained = fit.squares - fit.left(fit.weights)
        if explained > 0.75 * fit.squares, explained > 2.25 * fit.total {
          faults.insert(index == 0 ? .levels : .colors)
        }
      }
      return faults
    }

    /// Returns whether the little detail of a uniform frame differs: one block in a hundred by more than 12 steps.
    private func hasOtherMarks(_ made: FrameThumbnail, _ found: FrameThumbnail) -> Bool {
      let differences = made.differences(from: found)
      return differences.count { abs($0) > 12 } * 100 > differences.count
    }

    /// Adds the faults that single blocks show.
    ///
    /// Codecs keep the means of blocks: of 290 results in 12 codecs, most of them at their lowest quality, the fourth largest
    /// difference is 7.7 steps at most, and the root of the mean square 1.7. Means of few values vary more.
    private func addBlockFaults(of other: Sketch, to faults: inout Set<Fault>) {
      for index in components.indices where index < other.components.count {
        let all = components[index].differences(from: other.components[index])
        guard !all.isEmpty else { continue }
        let scale = max(1, 128 / max(1, components[index].blockSize)).squareRoot()
        let mean = (all.reduce(0.0) { $0 + $1 * $1 } / Double(all.count)).squareRoot()
        if mean > 16 { faults.insert(.flash) }
        let isOther = all.count { abs($0) > 10 * scale } > 3
        if mean > (rounding + 1) * scale || isOther { faults.insert(.region) }
      }
    }

    /// Returns the differences of a frame from this one.
    func faults(of other: Sketch) -> Set<Fault> {
      var faults: Set<Fault> = []
      for index in components.indices where index < other.components.count {
        let fit = Fit(components[index], other.components[index])
        if index == 0 {
          // A codec keeps a part of a frame, which correlates as well as the energy left allows.
          let left = (fit.residue / max(1, fit.wanted)).squareRoot()
          let isOther =
            fit.wanted > 60
            ? fit.correlation < 0.8 * min(1, left) || fit.wanted > 250 && left < 0.3
            : fit.residue > 150 + fit.wanted || hasOtherMarks(components[0], other.components[0])
          if isOther { faults.insert(.content) }
          let hasSlope = fit.wanted > 200 && fit.correlation > 0.95
          if abs(Double(fit.shift)) > mostShift || hasSlope && abs(fit.slope - 1) > 0.1 {
            faults.insert(.levels)
          }
        } else if abs(Double(fit.shift)) > mostShift || fit.wanted > 100 && fit.correlation < 0.6
          || fit.wanted > 200 && fit.correlation > 0.95 && abs(fit.slope - 1) > 0.2
        {
          faults.insert(.colors)
        }
      }
      faults.formUnion(mappedFaults(of: other))
      addBlockFaults(of: other, to: &faults)
      let (wanted, found) = (detail, other.detail)
      if other.isFiltered || found < 0.15 * wanted && wanted - found > 40 { faults.insert(.blur) }
      if wanted > 30, other.structure < 0.6 * other.left { faults.insert(.content) }
      if other.isNoisy || found > 1.5 * wanted + 40 { faults.insert(.noise) }
      return faults
    }
  }

  /// The linear regression of the block means of one frame on those of another.
  struct Fit {
    let shift: Float, slope: Float, correlation: Float, wanted: Float, residue: Float

    init(_ made: FrameThumbnail, _ found: FrameThumbnail) {
      let moments = made.moments(with: found)
      shift = moments.shift
      (wanted, residue) = (moments.variance, moments.otherVariance)
      slope = wanted > 0 ? moments.covariance / wanted : 1
      let product = (wanted * residue).squareRoot()
      correlation = product > 0 ? moments.covariance / product : 0
    }
  }
}
