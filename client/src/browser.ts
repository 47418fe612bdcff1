import { ApprovalAsked, CallFailure, createCall } from '../../contract/call.ts'
import type { CallInput, Endpoint } from '../../contract/endpoint.ts'
import { errorCodes } from '../../contract/refusal.ts'
import { clientOf, type Client } from './client.ts'
import { patiently, ProblemError } from './problem.ts'

export { ApprovalAsked, CallFailure, errorCodes, ProblemError }

/** An endpoint that returns a CSV file. */
type CsvFile = { csvColumns: object }

export type BrowserClient = Client & {
  /** Returns the file as a stream. The timeout is ten minutes. */
  download: <E extends Endpoint & CsvFile>(
    endpoint: E,
    input: CallInput<E>,
    extra?: { signal?: AbortSignal },
  ) => Promise<ReadableStream<Uint8Array>>
}

/**
 * Creates the client for a page on the portal's own origin. It sends the session cookie, and fetches and renews the
 * CSRF token automatically. Outside of a browser, pass a `fetch` that keeps cookies.
 */
export function createBrowserClient(
  options: { portal?: string; fetch?: typeof globalThis.fetch } = {},
): BrowserClient {
  const { portal = '', fetch = globalThis.fetch.bind(globalThis) } = options
  const send = createCall({ fetch, base: (path) => `${portal}/api${path}` })
  return {
    ...clientOf(send),
    download: (endpoint, input, extra) => {
      const streamed = { ...extra, isStreamed: true, timeoutMs: 600_000 }
      return patiently(
        endpoint.method,
        () => send(endpoint, input, streamed) as Promise<ReadableStream<Uint8Array>>,
        extra?.signal,
      )
    },
  }
}
