import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { pageFacts, type PageFacts } from '#contract/list.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { call } from './api.ts'

/** Fetches one page of a list. `next` is the cursor of the following page. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<PageFacts & { rows: Reply<E> }> {
  let headers = new Headers()
  const rows = await call(endpoint, input, {
    signal,
    onHeaders: (received) => (headers = received),
  })
  return { rows, ...pageFacts(headers) }
}

/** Reasons for rejected filters by filter name. A reason is the rule that the filter breaks, or `invalidInput`. */
export type RefusedFilters = Readonly<Partial<Record<string, string>>>

type FilteredCall = {
  query: Readonly<Record<string, unknown>>
  /** Path parameters, if the path of the list has any. */
  params?: Readonly<Record<string, string>> | undefined
}

/** Fetches one page of a list. If the server rejects filters, retries without them and returns them in `refused`. */
export async function callFiltered<E extends Endpoint>(
  endpoint: E,
  { query, params }: FilteredCall,
  signal: AbortSignal,
): Promise<PageFacts & { rows: Reply<E>; refused: RefusedFilters }> {
  try {
    const input = { query, ...(params && { params }) } as CallInput<E>
    return { ...(await callPage(endpoint, input, signal)), refused: {} }
  } catch (error) {
    const refused = refusedFilters(error, query)
    const accepted = Object.entries(query).filter(([name]) => !(name in refused))
    // The error is not about a filter.
    if (accepted.length === Object.keys(query).length) throw error
    const page = await callFiltered(
      endpoint,
      { query: Object.fromEntries(accepted), params },
      signal,
    )
    return { ...page, refused: { ...refused, ...page.refused } }
  }
}

function refusedFilters(error: unknown, query: object): Record<string, string> {
  if (!(error instanceof Refusal) || error.code !== commonErrors.invalidInput) return {}
  return Object.fromEntries(
    error.faults.flatMap(({ field = '', rule = 'invalidInput' }) => {
      // The field may name one of several values of a filter after a dot.
      const [name = ''] = field.split('.')
      return name in query ? [[name, rule]] : []
    }),
  )
}
