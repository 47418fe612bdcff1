import type { AskedApproval } from './approval.ts'
import type { Endpoint, Reply, CallInput } from './endpoint.ts'
import { errorCodes, Refusal, type Fault, type Proof } from './refusal.ts'
import { stringifySearch } from './search.ts'

/** Thrown when a request got no response, or one that does not follow the contract. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  kind: 'network' | 'timeout' | 'aborted' | 'malformed'
  requestId: string | undefined

  constructor(
    kind: CallFailure['kind'],
    { requestId, cause }: { requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(`the call failed: ${kind}`, { cause })
    this.kind = kind
    this.requestId = requestId
  }
}

/** Thrown in place of a reply if the action waits for an approver (202). */
export class ApprovalAsked extends Error {
  override name = 'ApprovalAsked'
  approval: AskedApproval['approval']
  /** A new client secret, if the action creates one. It becomes valid on approval. */
  clientSecret: string | undefined
  /** The code to read out to the user, for a recovery. */
  supportCode: string | undefined

  constructor({ approval, clientSecret, supportCode }: AskedApproval) {
    super('the action waits for an approver')
    this.approval = approval
    this.clientSecret = clientSecret
    this.supportCode = supportCode
  }
}

export type Answer = { path: string; ok: boolean; response: Response }

type Options = {
  fetch: typeof fetch
  /** Returns the URL of an endpoint's path. */
  base: (path: string) => string
  /** Called with each response after its body is read, also for an error. */
  onAnswer?: (answer: Answer) => void
  /** Timeout of a call in milliseconds. Default: 30,000. */
  timeoutMs?: number
  /** False for calls that authenticate by a token instead of a session cookie: they need no CSRF token. */
  hasCookie?: boolean
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** True for a call that is no activity of the user: it does not extend the session. */
  background?: boolean
  /** Replaces the client's timeout, in milliseconds. */
  timeoutMs?: number
  /** Returns a CSV file as a stream instead of a `Blob`. */
  isStreamed?: boolean
  /** Receives the headers of a successful response; those of lists describe the page (`pageFacts`). */
  onHeaders?: (headers: Headers) => void
}
type Request = CallOptions & {
  method: string
  path: string
  body: unknown
  headers?: Record<string, string> | undefined
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  callOptions?: CallOptions,
) => Promise<Reply<E>>

/**
 * Creates a function that calls the API, for pages, `client/` and tests. It keeps the latest CSRF token of each area.
 * Calls throw a Refusal for an error code, ApprovalAsked if the action waits for an approver, and a CallFailure if
 * there is no valid response.
 */
export function createCall(options: Options): Call {
  // Each area has its own session.
  const csrfTokens = new Map<string, string>()
  const tokenFetches = new Map<string, Promise<unknown>>()

  async function perform(request: Request): Promise<unknown> {
    const { path } = request
    const area = areaOf(path)
    const response = await send(options, request, csrfTokens.get(area))
    const csrfToken = response.headers.get('x-csrf-token')
    if (csrfToken !== null) csrfTokens.set(area, csrfToken)
    else if (!response.ok) csrfTokens.delete(area)
    const body = await read(response, request)
    options.onAnswer?.({ path, ok: response.ok, response })
    if (!response.ok) throw errorOf(body, response)
    request.onHeaders?.(response.headers)
    return body
  }

  /** Fetches an area's token. Concurrent calls share a fetch, because each may set another cookie for a visitor. */
  function fetchToken(area: string, { background = false }: CallOptions): Promise<unknown> {
    const request = { background, method: 'GET', path: `${area}/csrf`, body: undefined }
    const fetching =
      tokenFetches.get(area) ?? perform(request).finally(() => tokenFetches.delete(area))
    tokenFetches.set(area, fetching)
    return fetching
  }

  return async (endpoint, input, callOptions) => {
    const { method } = endpoint
    const path = pathOf(endpoint.path, input.params) + stringifySearch(input.query ?? {})
    const headers = input.headers as Request['headers']
    const request: Request = { ...callOptions, method, path, body: input.body, headers }
    // The specification defines logouts as GET.
    const isChange = method !== 'GET' || path === '/users/logout' || path === '/admin/logout'
    const needsToken = isChange && options.hasCookie !== false
    const area = areaOf(path)
    const withToken = async () => {
      if (needsToken && !csrfTokens.has(area)) await fetchToken(area, request)
      return perform(request)
    }
    const reply = await withToken().catch((error: unknown) => {
      // The token may predate a login or logout in another tab. The error response contained the current token, or
      // none if the session cookie was replaced meanwhile; then `withToken` fetches one.
      const isStale = error instanceof Refusal && error.code === errorCodes.invalidCsrfToken
      if (!isStale || !needsToken) throw error
      return withToken()
    })
    const parsed = schemaOf(endpoint, reply).safeParse(reply)
    if (!parsed.success) throw new CallFailure('malformed', { cause: parsed.error })
    if (isAskedApproval(endpoint, reply)) throw new ApprovalAsked(parsed.data as AskedApproval)
    return parsed.data as Reply<typeof endpoint>
  }
}

/** Returns true if a reply says that the action waits for an approver. */
export function isAskedApproval({ approval }: Endpoint, reply: unknown): boolean {
  const isObject = typeof reply === 'object' && reply !== null
  return approval !== undefined && isObject && 'approval' in reply
}

/** Returns the schema of a reply, which depends on whether the action waits for an approver or was carried out. */
export function schemaOf(endpoint: Endpoint, reply: unknown) {
  const { approval } = endpoint
  return approval && isAskedApproval(endpoint, reply) ? approval.reply : endpoint.reply
}

function areaOf(path: string): '' | '/admin' {
  return path.startsWith('/admin/') ? '/admin' : ''
}

async function send(
  options: Options,
  { method, path, body, headers, background, signal, timeoutMs }: Request,
  csrfToken: string | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs ?? options.timeoutMs ?? 30_000)
  const isFile = body instanceof Blob
  try {
    return await options.fetch(options.base(path), {
      method,
      credentials: options.hasCookie === false ? 'omit' : 'include',
      cache: 'no-store',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        'cache-control': 'no-cache',
        'x-requested-with': 'XMLHttpRequest',
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
        ...(background && { 'x-background': '1' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new CallFailure(abortReason(cause) ?? 'network', { cause })
  }
}

async function read(response: Response, { isStreamed }: CallOptions): Promise<unknown> {
  if (response.status === 204) return {}
  try {
    if (response.headers.get('content-type')?.startsWith('text/csv'))
      return isStreamed ? response.body : await response.blob()
    return await response.json()
  } catch (cause) {
    throw new CallFailure(abortReason(cause) ?? 'malformed', {
      cause,
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
  }
}

/** Returns why a signal ended the request or the reading of its body; undefined if no signal did. */
function abortReason(cause: unknown): 'timeout' | 'aborted' | undefined {
  const { name } = (cause ?? {}) as { name?: unknown }
  if (name === 'TimeoutError') return 'timeout'
  return name === 'AbortError' ? 'aborted' : undefined
}

function errorOf(body: unknown, response: Response): Error {
  const { errorCode, errors, ...problem } = (body ?? {}) as {
    errorCode?: unknown
    errors?: Fault[]
    requestId?: string
    retryAfter?: number
    redirectTo?: string
    proofs?: Proof[]
    source?: string
  }
  const requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined
  if (typeof errorCode !== 'number') return new CallFailure('malformed', { requestId })
  return new Refusal(errorCode, {
    ...(Array.isArray(errors) && { faults: errors }),
    requestId,
    retryAfterSeconds: problem.retryAfter,
    redirectTo: problem.redirectTo,
    proofs: problem.proofs,
    source: problem.source,
  })
}

function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}
