// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FoundationEssentials

extension HTTPResponse {
  /// An answer in JSON.
  static func json(_ value: JSON, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
    text(value.text, "application/json", status)
  }

  /// An answer of text, which is never kept by a browser.
  static func text(
    _ text: String,
    _ type: String,
    _ status: HTTPStatusCode = .ok
  ) -> HTTPResponse {
    let headers: HTTPHeaders = [.contentType: type, .cacheControl: "no-store"]
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }
}

extension Refusal {
  /// The refusal as an answer.
  var response: HTTPResponse {
    .json(.object(details.merging(["message": .string(message)]) { $1 }), status.code)
  }
}

extension Refusal.Status {
  fileprivate var code: HTTPStatusCode {
    switch self {
    case .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .conflict: .conflict
    case .payloadTooLarge: .payloadTooLarge
    case .uriTooLong: .uriTooLong
    case .unsupportedMediaType: .unsupportedMediaType
    case .rangeNotSatisfiable: .rangeNotSatisfiable
    case .misdirectedRequest: .misdirectedRequest
    case .unprocessableContent: .unprocessableContent
    case .internalServerError: .internalServerError
    case .serviceUnavailable: .serviceUnavailable
    // RFC 4918, section 11.5.
    case .insufficientStorage: HTTPStatusCode(507, phrase: "Insufficient Storage")
    }
  }
}
#endif
