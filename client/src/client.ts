import type { Call } from '../../contract/call.ts'
import type { CallInput, Endpoint, Reply } from '../../contract/endpoint.ts'
import { pageFacts } from '../../contract/list.ts'
import { patiently } from './problem.ts'

/** An endpoint that answers page by page. */
type Pages = { query: { shape: { cursor: unknown } } }
type Row<E extends Endpoint> = Reply<E> extends readonly (infer Item)[] ? Item : never
type Extra = { signal?: AbortSignal }

export type Client<Allowed = unknown> = {
  /** Throws a ProblemError where the portal refuses, and a CallFailure where it gives no valid answer. */
  call: <E extends Endpoint & Allowed>(
    endpoint: E,
    input: CallInput<E>,
    extra?: Extra,
  ) => Promise<Reply<E>>
  /** All rows of a list; the next page is fetched once the rows of the one before are used up. */
  list: <E extends Endpoint & Pages & Allowed>(
    endpoint: E,
    input: CallInput<E>,
    extra?: Extra,
  ) => AsyncGenerator<Row<E>, void, undefined>
}

/** What a client of either kind can do. `send` calls once. */
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
