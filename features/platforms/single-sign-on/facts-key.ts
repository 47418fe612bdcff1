import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { isApiClientId } from '#contract/api.ts'
import { isPlatformId } from '#domain/platforms/subsystem.ts'
import type { FactsKey } from './call-facts.ts'

const tokenModels = ['AccessToken', 'RefreshToken', 'ClientCredentials']

/** The parameter of each endpoint that contains a code or token, and its possible models. */
const tokenParameters: readonly [path: string, parameter: string, models: readonly string[]][] = [
  ['/oidc/token', 'code', ['AuthorizationCode']],
  ['/oidc/token', 'refresh_token', ['RefreshToken']],
  ['/oidc/token/introspection', 'token', tokenModels],
  ['/oidc/token/revocation', 'token', tokenModels],
  ['/oidc/me', 'access_token', ['AccessToken']],
]

/** Maximum length of a code or token that is stored. JWTs can be longer, but are not stored. */
const maxTokenLength = 200

/**
 * Reads the client and the token of a call in the same way as the provider. Leaves out invalid values, which the
 * provider rejects later.
 */
export function readFactsKey(
  path: string,
  { authorization }: IncomingMessage['headers'],
  body: string,
): FactsKey {
  const parameters = new URLSearchParams(body)
  const clientId = clientIdOf(authorization, parameters)
  const [endpoint] = path.split('?', 1)
  for (const [tokenPath, parameter, models] of tokenParameters) {
    const token = tokenPath === endpoint ? singleValue(parameters, parameter) : undefined
    if (token !== undefined && token.length <= maxTokenLength) return { clientId, token, models }
  }
  const bearer =
    endpoint === '/oidc/me' ? /^bearer ([\w-]{1,200})$/i.exec(authorization ?? '') : null
  return bearer ? { token: bearer[1], models: ['AccessToken'] } : { clientId, models: [] }
}

function clientIdOf(authorization: string | undefined, parameters: URLSearchParams) {
  const basic = /^basic ([\w+/]+=*)$/i.exec(authorization ?? '')?.[1]
  const assertion = singleValue(parameters, 'client_assertion')
  const authenticatedId = idOfBasic(basic) ?? (assertion && subjectOf(assertion))
  const id = authenticatedId ?? singleValue(parameters, 'client_id') ?? ''
  // For calls by an API, the client of the token is used instead.
  return isPlatformId(id) && !isApiClientId(id) ? id : undefined
}

/** Reads the id of HTTP Basic authentication (RFC 6749 §2.3.1), without decoding: valid ids contain no escapes. */
function idOfBasic(encoded: string | undefined): string | undefined {
  return encoded && Buffer.from(encoded, 'base64').toString().split(':', 1)[0]
}

function subjectOf(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt<{ sub?: unknown }>(assertion)
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

function singleValue(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name)
  return others.length === 0 && value !== '' ? value : undefined
}
