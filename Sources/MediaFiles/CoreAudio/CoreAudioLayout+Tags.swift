// SPDX-License-Identifier: MPL-2.0

extension CoreAudioLayout {
  /// The channels of each layout by the upper half of its tag, in the order of the samples.
  ///
  /// Left out are layouts of which a channel has no position: mid and side, ambisonic, discrete, matrixed beside
  /// others, TMH 10.2. Numbers, and the order that goes with each, are those of Apple's
  /// `CoreAudioBaseTypes.h`; up to 147 they stand in the Core Audio Format Specification 1.0 too.
  static let table: [UInt32: String] = [
    100: "M", 101: "L R", 102: "L R", 103: "L R", 105: "L R", 106: "L R", 108: "L R Ls Rs",
    109: "L R Rls Rrs C", 110: "L R Rls Rrs C Cs", 111: "L R Rls Rrs C Cs Lsd Rsd",
    112: "L R Rls Rrs Vhl Vhr Tbl Tbr", 113: "L R C", 114: "C L R", 115: "L R C Cs",
    116: "C L R Cs", 117: "L R C Ls Rs", 118: "L R Ls Rs C", 119: "L C R Ls Rs", 120: "C L R Ls Rs",
    121: "L R C LFE Ls Rs", 122: "L R Ls Rs C LFE", 123: "L C R Ls Rs LFE", 124: "C L R Ls Rs LFE",
    125: "L R C LFE Ls Rs Cs", 126: "L R C LFE Ls Rs Lc Rc", 127: "C Lc Rc L R Ls Rs LFE",
    128: "L R C LFE Ls Rs Rls Rrs", 129: "L R Ls Rs C LFE Lc Rc", 131: "L R Cs", 132: "L R Ls Rs",
    133: "L R LFE", 134: "L R LFE Cs", 135: "L R LFE Ls Rs", 136: "L R C LFE", 137: "L R C LFE Cs",
    138: "L R Ls Rs LFE", 139: "L R Ls Rs C Cs", 140: "L R Ls Rs C Rls Rrs", 141: "C L R Ls Rs Cs",
    142: "C L R Ls Rs Cs LFE", 143: "C L R Ls Rs Rls Rrs", 144: "C L R Ls Rs Rls Rrs Cs",
    148: "L R Ls Rs C Lc Rc", 149: "C LFE", 150: "L C R", 151: "L C R Cs", 152: "L C R LFE",
    153: "L R Cs LFE", 154: "L C R Cs LFE", 155: "L C R Ls Rs Cs", 156: "L C R Ls Rs Rls Rrs",
    157: "L C R Ls Rs LFE Cs", 158: "L C R Ls Rs LFE Ts", 159: "L C R Ls Rs LFE Vhc",
    160: "L C R Ls Rs LFE Rls Rrs", 161: "L C R Ls Rs LFE Lc Rc", 162: "L C R Ls Rs LFE Lsd Rsd",
    163: "L C R Ls Rs LFE Lw Rw", 164: "L C R Ls Rs LFE Vhl Vhr", 165: "L C R Ls Rs LFE Cs Ts",
    166: "L C R Ls Rs LFE Cs Vhc", 167: "L C R Ls Rs LFE Ts Vhc", 168: "C L R LFE",
    169: "C L R Cs LFE", 170: "Lc Rc L R Ls Rs", 171: "C L R Rls Rrs Ts", 172: "C Cs L R Rls Rrs",
    173: "Lc Rc L R Ls Rs LFE", 174: "C L R Rls Rrs Ts LFE", 175: "C Cs L R Rls Rrs LFE",
    176: "Lc C Rc L R Ls Rs", 177: "Lc C Rc L R Ls Rs LFE", 178: "Lc Rc L R Ls Rs Rls Rrs",
    179: "Lc C Rc L R Ls Cs Rs", 180: "Lc Rc L R Ls Rs Rls Rrs LFE",
    181: "Lc C Rc L R Ls Cs Rs LFE", 182: "C L R Ls Rs LFE Cs", 183: "C L R Ls Rs Rls Rrs LFE",
    184: "C L R Ls Rs LFE Vhl Vhr", 185: "L R Rls Rrs",
  ]
}
