import { ApprovalAsked, CallFailure, createCall } from '../../contract/call.ts'
import type { CallInput, Endpoint } from '../../contract/endpoint.ts'
import { errorCodes } from '../../contract/refusal.ts'
import { clientOf, type Client } from './client.ts'
import { patiently, ProblemError } from './problem.ts'

export { ApprovalAsked, CallFailure, errorCodes, ProblemError }

/** An endpoint that answers a CSV file. */
type CsvFile = { csvExample: string }

export type BrowserClient = Client & {
  /** The file as it arrives, at most ten minutes long. */
  download: <E extends Endpoint & CsvFile>(
    endpoint: E,
    input: CallInput<E>,
    extra?: { signal?: AbortSignal },
  ) => Promise<ReadableStream<Uint8Array>>
}

/**
 * The client of a page on the portal's own origin: it calls with the session's cookie, and with a CSRF token, which it
 * draws and renews by itself. `fetch`: one that keeps cookies, outside of a browser.
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
