import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, statusOf } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { headersOf } from './api-headers.ts'
import { problemExample } from './api-words.ts'
import type { Json } from './api-schemas.ts'
import { isChanging } from './operation.ts'
import { referenceTo } from './named-schemas.ts'

const nameByCode = new Map(Object.entries(errorCodes).map(([name, code]) => [code as number, name]))

/**
 * Collects the error responses of the document. `refusalsOf` returns the references of one endpoint and adds their
 * targets to `responses`. Endpoints with the same codes share a response.
 */
export function refusalResponses() {
  const responses: Record<string, Json> = {}
  const refusalsOf = (endpoint: Endpoint): Json => {
    const common = Object.entries(commonErrors).filter(([name]) => canAnswer(name, endpoint))
    const codes = new Set([...Object.values(endpoint.refusals), ...common.map(([, code]) => code)])
    const byStatus = Map.groupBy([...codes].sort(), statusOf)
    return Object.fromEntries(
      [...byStatus].map(([status, codesOfStatus]) => {
        const name = codesOfStatus.join('_')
        responses[name] = response(status, codesOfStatus)
        return [status, { $ref: `#/components/responses/${name}` }]
      }),
    )
  }
  return { responses, refusalsOf }
}

/** Returns the response of several error codes. Its example is the first of them. */
function response(status: number, codes: readonly number[]): Json {
  return {
    description: codes.map((code) => `${code} ${nameByCode.get(code) ?? ''}`).join(', '),
    headers: headersOf([
      'X-Request-Id',
      'X-CSRF-Token',
      ...(status === 401 || status === 403 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/problem+json': {
        schema: referenceTo('Problem'),
        example: problemExample(status, codes[0]!),
      },
    },
  }
}

/**
 * Returns true if a call of the endpoint can answer this common error. Every call can answer `invalidInput`: an
 * undeclared query is refused.
 */
function canAnswer(name: string, endpoint: Endpoint): boolean {
  const { method, access, machine, params, refusals } = endpoint
  const kind = callerKindOf(access)
  const isOidc = kind === 'admin' && config.adminSignIn === 'oidc'
  switch (name) {
    case 'adminNotLoggedIn':
      return isOidc
    case 'notLoggedIn':
      return kind === 'user' || (kind === 'admin' && !isOidc)
    case 'forbidden':
      return typeof access === 'object' || machine !== undefined || 'forbidden' in refusals
    case 'invalidCsrfToken':
      return isChanging(endpoint)
    case 'notFound':
      return params !== undefined || 'notFound' in refusals
    case 'requestTimeout':
    case 'tooLarge':
    case 'notJson':
      return method !== 'GET'
    default:
      // A documented operation has an allowed method.
      return name !== 'methodNotAllowed'
  }
}
