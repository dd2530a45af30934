// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Returns the elements of a C list, in order; the caller keeps ownership of the list.
func elements(of list: UnsafePointer<GList>?) -> [UnsafeMutableRawPointer] {
  var result: [UnsafeMutableRawPointer] = unsafe []
  var node = unsafe list
  while let current = unsafe node {
    if let data = unsafe current.pointee.data { unsafe result.append(data) }
    unsafe node = unsafe UnsafePointer(current.pointee.next)
  }
  return unsafe result
}
