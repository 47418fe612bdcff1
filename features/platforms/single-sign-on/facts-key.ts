import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { isApiClientId } from '#contract/api.ts'
import { isPlatformId } from '#domain/subsystem.ts'
import type { FactsKey } from './call-facts.ts'

const ofUsers = ['AccessToken', 'RefreshToken', 'ClientCredentials']

/** Where a call names its code or token: the endpoint, the parameter, and the models that it may be. */
const named: readonly (readonly [path: string, parameter: string, models: readonly string[]])[] = [
  ['/oidc/token', 'code', ['AuthorizationCode']],
  ['/oidc/token', 'refresh_token', ['RefreshToken']],
  ['/oidc/token/introspection', 'token', ofUsers],
  ['/oidc/token/revocation', 'token', ofUsers],
  ['/oidc/me', 'access_token', ['AccessToken']],
]

/** Longer texts are no token of ours. */
const maxTokenLength = 200

/** Reads client and token off a call as the provider will; what it would refuse is left out, never refused here. */
export function readFactsKey(
  path: string,
  { authorization }: IncomingMessage['headers'],
  body: string,
): FactsKey {
  const parameters = new URLSearchParams(body)
  const clientId = clientIdOf(authorization, parameters)
  const [endpoint] = path.split('?', 1)
  for (const [of, parameter, models] of named) {
    const token = of === endpoint ? one(parameters, parameter) : undefined
    if (token !== undefined && token.length <= maxTokenLength) return { clientId, token, models }
  }
  const bearer =
    endpoint === '/oidc/me' ? /^bearer ([\w-]{1,200})$/i.exec(authorization ?? '') : null
  return bearer ? { token: bearer[1], models: ['AccessToken'] } : { clientId, models: [] }
}

function clientIdOf(authorization: string | undefined, parameters: URLSearchParams) {
  const basic = /^basic ([\w+/]+=*)$/i.exec(authorization ?? '')?.[1]
  const assertion = one(parameters, 'client_assertion')
  const id =
    idOfBasic(basic) ?? (assertion && subjectOf(assertion)) ?? one(parameters, 'client_id') ?? ''
  // To an API, the platform of the token counts.
  return isPlatformId(id) && !isApiClientId(id) ? id : undefined
}

/** RFC 6749 §2.3.1. Ids need no escapes: one with them is not read here. */
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

function one(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name)
  return others.length === 0 && value !== '' ? value : undefined
}
