const text = { type: 'string' }
const count = { type: 'integer' }

/** Response headers of the OpenAPI document, by the name under which its operations refer to them. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the call in the audit log and in the server log',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-CSRF-Token': {
    description: 'Token that the next changing call must send in the header of this name',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: count },
  'X-Next-Cursor': { description: 'Cursor of the next page, if there is one', schema: text },
  'X-Session-Expires': {
    description:
      'Time at which the session of the caller ends without further use, in seconds since 1970',
    schema: count,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110 §11.6.1)',
    schema: text,
  },
  'Content-Disposition': { description: 'The name of the file', schema: text },
  Link: { description: 'The next page, if there is one (RFC 8288): rel="next"', schema: text },
  'X-Next-Url': { description: 'Path of the next page, if there is one', schema: text },
  'X-Total-Count': {
    description: 'Number of matching rows, in lists that count them',
    schema: count,
  },
  'X-Total-Estimated': { description: 'true if X-Total-Count is an estimate', schema: text },
  'X-Rows-Scanned': {
    description: 'Number of rows searched, if the search stopped at its limit',
    schema: count,
  },
  'X-As-Of': {
    description: 'Time of the data, if it was read from a replica of the database',
    schema: { type: 'string', format: 'date-time' },
  },
}

type RequestHeader = { name: string; description: string; schema: object; example: string }

/** Request headers of a browser's changing calls, by the name under which operations refer to them. */
const browserHeaders: Readonly<Record<string, RequestHeader>> = {
  RequestedWith: {
    name: 'X-Requested-With',
    description: 'Shows that a script of the portal makes the call, not a form on another site',
    schema: { type: 'string', enum: ['XMLHttpRequest'] },
    example: 'XMLHttpRequest',
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    description:
      'Latest value of this header in any response; the first one comes from GET csrf of the users’ area or the admin area',
    schema: text,
    example: 'Xk3vQ0c5n1sYb7tR2mLwZ8pHdJfG4aUe6iKoNqTzEyV',
  },
}

/**
 * Returns the request headers that prove that a page of the portal makes the call. `origins` are values of `Origin`, by
 * the name under which operations refer to them. Each header has a second entry, `…OfBrowser`, for calls that are open
 * to service accounts: optional, because a service account sends none of them.
 */
export function requestHeaders(origins: Readonly<Record<string, string>>) {
  const headers = { ...browserHeaders }
  for (const [name, origin] of Object.entries(origins))
    headers[name] = {
      name: 'Origin',
      description: 'Scheme, host and port of the portal’s pages; browsers set it automatically',
      schema: text,
      example: origin,
    }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => [
      [name, { ...header, in: 'header', required: true }],
      [
        `${name}OfBrowser`,
        {
          ...header,
          in: 'header',
          required: false,
          description: `${header.description}. Required with a session cookie; a service account does not send it`,
        },
      ],
    ]),
  )
}

type ResponseHeader = keyof typeof responseHeaders

/** Returns references to these response headers. */
export function headersOf(names: readonly ResponseHeader[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
