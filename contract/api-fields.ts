import * as z from 'zod/mini'
import { maxApiScopes } from './api.ts'
import { distinctList } from './fields.ts'
import { machineScopeNames } from './machine.ts'
import { extraScopes, loginScopes } from './scope.ts'

/** Scopes that Portico defines; an API cannot register them. */
const reserved: readonly string[] = [
  ...loginScopes,
  ...extraScopes,
  ...machineScopeNames,
  'invitations',
  'offline_access',
]

export const apiScope = z.string().check(
  z.regex(/^[a-z][a-z0-9_.:/-]{0,63}$/i, 'invalidScope'),
  z.refine((scope) => !reserved.includes(scope), 'reservedScope'),
)

export const apiScopes = distinctList(apiScope, maxApiScopes).check(z.minLength(1, 'required'))

/**
 * The identifier of an API: an absolute URI without a fragment (RFC 8707 §2). Compared exactly. URIs below
 * `urn:portico:` are reserved for the portal (`anyApi` in features/platforms/single-sign-on/apis.ts).
 */
export const apiId = z.string().check(
  z.overwrite((value) => value.trim()),
  z.minLength(1, 'required'),
  z.maxLength(255, 'tooLong'),
  z.refine((value) => value === '' || isApiId(value), 'invalidApi'),
)

function isApiId(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[!-~]+$/i.test(value) || /[#*\\"<>]/.test(value)) return false
  if (!URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === '' && !value.startsWith('urn:portico:')
}
