import type { Call } from '../../contract/call.ts'
import type { CallInput, Endpoint, Reply } from '../../contract/endpoint.ts'
import { pageFacts } from '../../contract/list.ts'
import { patiently } from './problem.ts'

/** An endpoint that returns a list page by page. */
type Pages = { query: { shape: { cursor: unknown } } }
type Row<E extends Endpoint> = Reply<E> extends readonly (infer Item)[] ? Item : never
type Extra = { signal?: AbortSignal }

export type Client<Allowed = unknown> = {
  /** Calls an endpoint. Throws a ProblemError for an error response, and a CallFailure without a valid response. */
  call: <E extends Endpoint & Allowed>(
    endpoint: E,
    input: CallInput<E>,
    extra?: Extra,
  ) => Promise<Reply<E>>
  /** Yields all rows of a list. Fetches the next page after all rows of the previous page are consumed. */
  list: <E extends Endpoint & Pages & Allowed>(
    endpoint: E,
    input: CallInput<E>,
    extra?: Extra,
  ) => AsyncGenerator<Row<E>, void, undefined>
}

/** Creates the part that both clients share. `send` makes a call without retries. */
export function clientOf<Allowed>(send: Call): Client<Allowed> {
  return {
    call: (endpoint, input, extra) =>
      patiently(endpoint.method, () => send(endpoint, input, extra), extra?.signal),
    async *list(endpoint, input, extra) {
      const next: { cursor?: string | undefined } = {}
      const onHeaders = (headers: Headers) => void (next.cursor = pageFacts(headers).next)
      do {
        const page = { ...input, query: { limit: '200', ...(input.query as object), ...next } }
        const rows = await patiently(
          'GET',
          () => send(endpoint, page as typeof input, { ...extra, onHeaders }),
          extra?.signal,
        )
        yield* rows as Row<typeof endpoint>[]
      } while (next.cursor !== undefined)
    },
  }
}
