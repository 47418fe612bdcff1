const text = { type: 'string' }
const count = { type: 'integer' }

/** Response headers, by the name under which operations refer to them. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in the audit log and in the server log',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-CSRF-Token': {
    description: 'CSRF token to send in this header with the next state-changing request',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: count },
  'X-Next-Cursor': { description: 'Cursor of the next page, if any', schema: text },
  'X-Session-Expires': {
    description:
      'When the caller’s session expires if it isn’t used, as a Unix timestamp in seconds',
    schema: count,
  },
  'WWW-Authenticate': {
    description: 'Required authentication (RFC 9110 §11.6.1)',
    schema: text,
  },
  'Content-Disposition': { description: 'File name', schema: text },
  Link: { description: 'Link to the next page, if any (RFC 8288): rel="next"', schema: text },
  'X-Next-Url': { description: 'Path of the next page, if any', schema: text },
  'X-Total-Count': {
    description: 'Total number of matching rows, for lists that count them',
    schema: count,
  },
  'X-Total-Estimated': { description: 'true if X-Total-Count is an estimate', schema: text },
  'X-Rows-Scanned': {
    description: 'Number of rows scanned, if the search stopped at its limit',
    schema: count,
  },
  'X-As-Of': {
    description: 'Time of the data, if it was read from a database replica',
    schema: { type: 'string', format: 'date-time' },
  },
}

type RequestHeader = { name: string; description: string; schema: object; example: string }

/** Request headers of a browser's changing calls, by the name under which operations refer to them. */
const browserHeaders: Readonly<Record<string, RequestHeader>> = {
  RequestedWith: {
    name: 'X-Requested-With',
    description: 'Proves that a script of the portal sent the request, not a form on another site',
    schema: { type: 'string', enum: ['XMLHttpRequest'] },
    example: 'XMLHttpRequest',
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    description:
      'Latest value of this header from any response. Get the first one from GET /api/csrf, or GET /api/admin/csrf in the admin area',
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
      description: 'Origin of the portal’s pages. Browsers set it automatically',
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
          description: `${header.description}. Required with a session cookie. Service accounts don’t send it`,
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
