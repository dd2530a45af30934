// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Wrong edits` {
  /// Keyframes, ranges, holds, and the text of the message.
  static let edits: [([String], [String], [String], String)] = [
    (["3"], [], [], "'--at 3' is no key"),
    (["=1"], [], [], "'--at =1' is no key"),
    (["3=1=2"], [], [], "is no key"),
    ([""], [], [], "'--at ' is no key"),
    (["-3=1"], [], [], "is no key"),
    (["10%=1"], [], [], "is no key"),
    (["1:70=1"], [], [], "is no key"),
    (["NaN=1"], [], [], "is no key"),
    (["1e400=1"], [], [], "is no key"),
    (["3="], [], [], "'--at 3=' has the speed ''"),
    (["3=cut"], [], [], "has the speed 'cut'"),
    (["3=0"], [], [], "has the speed '0'"),
    (["3=-1"], [], [], "has the speed '-1'"),
    (["3=1001"], [], [], "has the speed '1001': a number from 1/1000000 to 1000"),
    (["3=2x"], [], [], "has the speed '2x'"),
    (["3=NaN"], [], [], "has the speed 'NaN'"),
    (["3=1e400"], [], [], "has the speed '1e400'"),
    (["61=1"], [], [], "'--at 61=1' is at 61 s, and the source ends at 60 s"),
    (["3=1", "3.0=2"], [], [], "'--at 3=1' and '--at 3.0=2' are both at 3 s"),
    (["end=1", "1:00=2"], [], [], "both at 60 s"),
    ([], ["3=1"], [], "'--range 3=1' is no range"),
    ([], ["3-=1"], [], "is no range"),
    ([], ["-3=1"], [], "is no range"),
    ([], ["1-2-3=1"], [], "is no range"),
    ([], ["1-2"], [], "is no range"),
    ([], ["1-2-3-4-5-6=1"], [], "is no range"),
    ([], ["a-b=1"], [], "is no range"),
    ([], ["1–2=1"], [], "is no range"),
    ([], ["NaN-2=1"], [], "is no range"),
    ([], ["1-2=cutt"], [], "has the speed 'cutt'"),
    ([], ["1-2=Cut"], [], "has the speed 'Cut'"),
    ([], ["1-2=0"], [], "has the speed '0'"),
    ([], ["1-2="], [], "has the speed ''"),
    ([], ["2-1=2"], [], "'--range 2-1=2' ends before it begins"),
    ([], ["2-2=cut"], [], "ends before it begins"),
    ([], ["end-end=2"], [], "ends before it begins"),
    ([], ["end-1=2"], [], "ends before it begins"),
    ([], ["50-61=2"], [], "is at 61 s"),
    ([], ["61-62=2"], [], "is at 61 s"),
    ([], ["1-3=2", "2-4=2"], [], "'--range 1-3=2' and '--range 2-4=2' overlap from 2 s on"),
    ([], ["2-4=2", "1-3=cut"], [], "'--range 1-3=cut' and '--range 2-4=2' overlap from 2 s"),
    ([], ["1-2=2", "1-2=2"], [], "overlap from 1 s on"),
    ([], ["0-end=2", "5-6=cut"], [], "overlap from 5 s on"),
    ([], ["0-end=cut"], [], "nothing of the source is left by '--range 0-end=cut'"),
    ([], ["0-30=cut", "30-60=cut"], [], "'--range 0-30=cut', '--range 30-60=cut'"),
    ([], [], ["3"], "'--hold 3' is no hold"),
    ([], [], ["=3"], "is no hold"),
    ([], [], ["x=3"], "is no hold"),
    ([], [], ["-1=3"], "is no hold"),
    ([], [], ["3=0"], "'--hold 3=0' holds for '0'"),
    ([], [], ["3=-1"], "holds for '-1'"),
    ([], [], ["3=end"], "holds for 'end'"),
    ([], [], ["3=NaN"], "holds for 'NaN'"),
    ([], [], ["3=1e400"], "holds for '1e400'"),
    ([], [], ["61=1"], "'--hold 61=1' is at 61 s"),
    ([], [], ["3=1", "3=1"], "are both at 3 s"),
    (
      ["2=2"], ["1-3=1"], [], "'--at 2=2' is inside of '--range 1-3=1' at 2 s: put it at 1 s or 3 s"
    ),
    (["2=2"], ["1-3=cut"], [], "is inside of '--range 1-3=cut'"),
    ([], ["1-3=cut"], ["2=1"], "'--hold 2=1' is inside of '--range 1-3=cut'"),
    ([], ["1-3=2"], ["2.5=1"], "two ranges that meet at 2.5 s"),
    (["1=1", "3=2"], [], ["2=1"], "put a key at 2 s as well, --at 2=SPEED"),
    (["1=1", "3=2"], ["1.5-2.5=1"], [], "'--range 1.5-2.5=1' is inside of what is eased"),
    (["1=1", "3=2"], ["0-2=1"], [], "'--at 1=1' is inside of '--range 0-2=1'"),
    (["1=1", "3=2"], ["1-2=1"], [], "eased from '--at 1=1' to '--at 3=2': put a key at 2 s"),
    (["1=1", "3=2"], ["2-4=cut"], [], "put a key at 2 s"),
  ]

  @Test(arguments: edits)
  func `Invalid edits are refused with the option's own text`(
    keys: [String],
    ranges: [String],
    holds: [String],
    message: String
  ) throws {
    let error = #expect(throws: MapEditError.self) {
      try MapEdits(keys: keys, ranges: ranges, holds: holds).parts(end: RationalTime(60, 1))
    }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `An end that is not a decimal is reported as the microsecond before it`() {
    let end = RationalTime(22_528, 11_025)
    let error = #expect(throws: MapEditError.self) {
      try MapEdits(keys: ["2.043357=1"]).parts(end: end)
    }
    #expect(error?.description.contains("the source ends at 2.043356 s: give") ?? false)
    #expect(throws: Never.self) { try MapEdits(keys: ["2.043356=1"]).parts(end: end) }
  }
}
