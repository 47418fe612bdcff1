import type { Endpoint, Reply, CallInput } from './endpoint.ts'
import { errorCodes, Refusal, type Fault } from './refusal.ts'

/** The call did not come to an answer that can be read. */
export class CallFailure extends Error {
  kind: 'network' | 'timeout' | 'aborted' | 'malformed'
  requestId: string | undefined

  constructor(
    kind: CallFailure['kind'],
    about: { requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(`the call failed: ${kind}`, { cause: about.cause })
    this.name = 'CallFailure'
    this.kind = kind
    this.requestId = about.requestId
  }
}

export type Answer = { path: string; ok: boolean; response: Response }

type Way = {
  fetch: typeof fetch
  /** Where the API stands; the endpoint's path is put behind it. */
  base: (path: string) => string
  onAnswer?: (answer: Answer) => void
  timeoutMs?: number
}

type Extra = {
  signal?: AbortSignal
  background?: boolean
  /** Of a list: told where its next page begins, while there is one. */
  onNextPage?: (cursor: string) => void
}
type Inner = Extra & { headers?: Record<string, string> | undefined }

export type Call = <E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  extra?: Extra,
) => Promise<Reply<E>>

/** The one client of the API, the browser's and the tests': it keeps the latest CSRF token for itself. */
export function createCall(way: Way): Call {
  // One for each area: they have sessions of their own.
  const csrfTokens = new Map<string, string>()

  async function ask(method: string, path: string, body: unknown, extra: Inner): Promise<unknown> {
    const area = areaOf(path)
    const response = await send(way, { method, path, body, extra, csrfToken: csrfTokens.get(area) })
    const csrfToken = response.headers.get('x-csrf-token')
    if (csrfToken !== null) csrfTokens.set(area, csrfToken)
    const answered = await read(response)
    way.onAnswer?.({ path, ok: response.ok, response })
    if (!response.ok) throw refusalOf(answered, response)
    const next = response.headers.get('x-next-cursor')
    if (next !== null) extra.onNextPage?.(next)
    return answered
  }

  return async (endpoint, sent, given = {}) => {
    const extra: Inner = { ...given, headers: sent.headers as Inner['headers'] }
    const path = pathOf(endpoint.path, sent.params) + queryOf(sent.query)
    const changes =
      endpoint.method !== 'GET' || path === '/users/logout' || path === '/admin/logout'
    const area = areaOf(path)
    if (changes && !csrfTokens.has(area)) await ask('GET', `${area}/csrf`, undefined, extra)
    const answered = await ask(endpoint.method, path, sent.body, extra).catch((error: unknown) => {
      // A token from before a login or logout in another tab: the refusal has brought the right one.
      const isStale = error instanceof Refusal && error.code === errorCodes.invalidCsrfToken
      if (!isStale || !changes) throw error
      return ask(endpoint.method, path, sent.body, extra)
    })
    const parsed = endpoint.reply.safeParse(answered)
    if (!parsed.success) throw new CallFailure('malformed', { cause: parsed.error })
    return parsed.data as Reply<typeof endpoint>
  }
}

function areaOf(path: string): '' | '/admin' {
  return path.startsWith('/admin/') ? '/admin' : ''
}

type Request = {
  method: string
  path: string
  body: unknown
  extra: Inner
  csrfToken: string | undefined
}

async function send(
  way: Way,
  { method, path, body, extra, csrfToken }: Request,
): Promise<Response> {
  const timeout = AbortSignal.timeout(way.timeoutMs ?? 30_000)
  try {
    return await way.fetch(way.base(path), {
      method,
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      signal: extra.signal ? AbortSignal.any([extra.signal, timeout]) : timeout,
      headers: {
        'cache-control': 'no-cache',
        'x-requested-with': 'XMLHttpRequest',
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(extra.background && { 'x-background': '1' }),
        ...extra.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new CallFailure(whyGivenUp(cause) ?? 'network', { cause })
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return {}
  try {
    return await response.json()
  } catch (cause) {
    throw new CallFailure(whyGivenUp(cause) ?? 'malformed', {
      cause,
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
  }
}

/** A signal gives its reason; also while an answer that has begun is still to be read. */
function whyGivenUp(cause: unknown): 'timeout' | 'aborted' | undefined {
  const { name } = (cause ?? {}) as { name?: unknown }
  if (name === 'TimeoutError') return 'timeout'
  return name === 'AbortError' ? 'aborted' : undefined
}

function refusalOf(answered: unknown, response: Response): Error {
  const problem = (answered ?? {}) as {
    errorCode?: unknown
    errors?: Fault[]
    requestId?: string
    retryAfter?: number
    redirectTo?: string
  }
  const requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined
  if (typeof problem.errorCode !== 'number') return new CallFailure('malformed', { requestId })
  return new Refusal(problem.errorCode, {
    faults: Array.isArray(problem.errors) ? problem.errors : [{ code: problem.errorCode }],
    requestId,
    retryAfterSeconds: problem.retryAfter,
    redirectTo: problem.redirectTo,
  })
}

function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}

function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(
    pairs.flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((each): [string, string] => [name, String(each)])
        : [[name, String(value)] as [string, string]],
    ),
  ).toString()
  return search && `?${search}`
}
