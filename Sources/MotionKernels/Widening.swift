// SPDX-License-Identifier: MPL-2.0

// The standard library's conversions of vectors are generic: they would be called as functions that all modules share,
// and so be those of one build. Written out, they are an instruction of the build that they stand in.

@inline(__always)
func widened(_ v: SIMD8<UInt8>) -> SIMD8<UInt16> {
  SIMD8(
    UInt16(truncatingIfNeeded: v[0]),
    UInt16(truncatingIfNeeded: v[1]),
    UInt16(truncatingIfNeeded: v[2]),
    UInt16(truncatingIfNeeded: v[3]),
    UInt16(truncatingIfNeeded: v[4]),
    UInt16(truncatingIfNeeded: v[5]),
    UInt16(truncatingIfNeeded: v[6]),
    UInt16(truncatingIfNeeded: v[7])
  )
}

@inline(__always)
func widened(_ v: SIMD16<UInt8>) -> SIMD16<UInt16> {
  SIMD16(
    UInt16(truncatingIfNeeded: v[0]),
    UInt16(truncatingIfNeeded: v[1]),
    UInt16(truncatingIfNeeded: v[2]),
    UInt16(truncatingIfNeeded: v[3]),
    UInt16(truncatingIfNeeded: v[4]),
    UInt16(truncatingIfNeeded: v[5]),
    UInt16(truncatingIfNeeded: v[6]),
    UInt16(truncatingIfNeeded: v[7]),
    UInt16(truncatingIfNeeded: v[8]),
    UInt16(truncatingIfNeeded: v[9]),
    UInt16(truncatingIfNeeded: v[10]),
    UInt16(truncatingIfNeeded: v[11]),
    UInt16(truncatingIfNeeded: v[12]),
    UInt16(truncatingIfNeeded: v[13]),
    UInt16(truncatingIfNeeded: v[14]),
    UInt16(truncatingIfNeeded: v[15])
  )
}

@inline(__always)
func widened(_ v: SIMD8<Int16>) -> SIMD8<Int32> {
  SIMD8(
    Int32(truncatingIfNeeded: v[0]),
    Int32(truncatingIfNeeded: v[1]),
    Int32(truncatingIfNeeded: v[2]),
    Int32(truncatingIfNeeded: v[3]),
    Int32(truncatingIfNeeded: v[4]),
    Int32(truncatingIfNeeded: v[5]),
    Int32(truncatingIfNeeded: v[6]),
    Int32(truncatingIfNeeded: v[7])
  )
}

@inline(__always)
func widened(_ v: SIMD8<UInt16>) -> SIMD8<Int32> {
  SIMD8(
    Int32(truncatingIfNeeded: v[0]),
    Int32(truncatingIfNeeded: v[1]),
    Int32(truncatingIfNeeded: v[2]),
    Int32(truncatingIfNeeded: v[3]),
    Int32(truncatingIfNeeded: v[4]),
    Int32(truncatingIfNeeded: v[5]),
    Int32(truncatingIfNeeded: v[6]),
    Int32(truncatingIfNeeded: v[7])
  )
}
