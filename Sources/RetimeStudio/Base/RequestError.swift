// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The error of a rejected request.
///
/// Its message states what was given, what is allowed and what to do.
struct RequestError: Error, Sendable {
  /// The HTTP status code.
  enum Status: Int, Sendable {
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case conflict = 409
    case payloadTooLarge = 413
    case uriTooLong = 414
    case unsupportedMediaType = 415
    case rangeNotSatisfiable = 416
    case misdirectedRequest = 421
    case unprocessableContent = 422
    case requestHeaderFieldsTooLarge = 431
    case internalServerError = 500
    case serviceUnavailable = 503
    case insufficientStorage = 507
  }

  var status: Status
  var message: String
  var details: [String: JSON] = [:]

  init(_ status: Status, _ message: String, _ details: [String: JSON] = [:]) {
    (self.status, self.message, self.details) = (status, message, details)
  }

  static func badRequest(_ message: String) -> RequestError { RequestError(.badRequest, message) }
  static func notFound(_ message: String) -> RequestError { RequestError(.notFound, message) }
  static func conflict(_ message: String) -> RequestError { RequestError(.conflict, message) }
  static func unprocessable(_ message: String) -> RequestError {
    RequestError(.unprocessableContent, message)
  }
}
#endif
