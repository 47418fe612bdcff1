import { CallFailure, createCall, type Answer, type Call } from '#contract/call.ts'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { noteReached, noteUnreachable } from './connection.ts'
import { extendLogin, type Area } from './device.ts'
import { noteExpiry, noteLoggedOut, isLoggedOutMessage, stepUpFor } from './session.ts'
import { settings } from './settings.ts'

const ask = createCall({
  fetch: (input, init) => fetch(input, init),
  base: (path) => (areaOf(path) === 'admin' ? settings().adminApi : settings().usersApi) + path,
  onAnswer: noteAnswer,
})

/** Calls the API; every call of the browser goes through it. Asks for step-up authentication where it is due. */
export const call: Call = async (endpoint, sent, extra) => {
  const send = () => ask(endpoint, sent, extra)
  try {
    return await send().catch((error: unknown) => stepUpFor(error).then(send))
  } catch (error) {
    if (isLoggedOutMessage(error)) noteLoggedOut(error)
    if (error instanceof CallFailure && error.kind === 'network') noteUnreachable()
    throw error
  }
}

/** Calls a list for one of its pages. `next` is the cursor of the page after it. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  signal: AbortSignal,
): Promise<{ rows: Reply<E>; next: string | undefined }> {
  let next: string | undefined
  const rows = await call(endpoint, sent, { signal, onNextPage: (cursor) => (next = cursor) })
  return { rows, next }
}

/** A filter that the server refuses, and the key of the reason: a rule, or `invalidInput`. */
export type RefusedFilters = Readonly<Partial<Record<string, string>>>

/** Calls a list for one of its pages. Filters that the server refuses are named and left out of another call. */
export async function callFiltered<E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<{ rows: Reply<E>; next: string | undefined; refused: RefusedFilters }> {
  try {
    return { ...(await callPage(endpoint, { query } as CallInput<E>, signal)), refused: {} }
  } catch (error) {
    const refused = refusedFilters(error, query)
    const kept = Object.entries(query).filter(([name]) => !(name in refused))
    if (kept.length === Object.keys(query).length) throw error
    const found = await callFiltered(endpoint, Object.fromEntries(kept), signal)
    return { ...found, refused: { ...refused, ...found.refused } }
  }
}

function refusedFilters(error: unknown, query: object): Record<string, string> {
  if (!(error instanceof Refusal) || error.code !== commonErrors.invalidInput) return {}
  return Object.fromEntries(
    error.faults.flatMap(({ field, rule = 'invalidInput' }) =>
      field !== undefined && field in query ? [[field, rule]] : [],
    ),
  )
}

function noteAnswer({ path, ok, response }: Answer): void {
  const area = areaOf(path)
  noteReached()
  if (ok) extendLogin(area)
  noteExpiry(area, response)
}

function areaOf(path: string): Area {
  return path === '/admin' || path.startsWith('/admin/') ? 'admin' : 'user'
}
