import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { requirableAcrs } from '#contract/assurance.ts'
import type { Body } from '#contract/endpoint.ts'
import type { PlatformRole } from '#contract/platform-role.ts'
import type { changePlatform } from './contract.ts'
import { proofs } from './fields-contract.ts'
import { messages } from './texts/messages.ts'

type Facts = Body<typeof changePlatform>

/** Values of a new platform for omitted options. `proof` is missing, because its default depends on other options. */
export const platformDefaults = {
  name: '',
  description: '',
  url: '',
  active: true,
  offeredToAll: true,
  jwks: null,
  jwksUri: null,
  pkce: 'required',
  mayInvite: false,
  idTokenClaims: true,
  extraScopes: [],
  apis: [],
  requiredAcr: null,
  maxAgeMinutes: null,
  idleMinutes: null,
  redirectUris: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  origins: [],
  entryOrigin: null,
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const idOption = { id: text } as const

/** Sets of options, of which each subcommand uses one. */
const options = {
  facts: {
    ...idOption,
    name: text,
    description: text,
    url: text,
    'redirect-uri': texts,
    'post-logout-uri': texts,
    'backchannel-logout-uri': text,
    origin: texts,
    'entry-origin': text,
    proof: text,
    jwks: text,
    'jwks-uri': text,
    pkce: text,
    invitations: { type: 'boolean' },
    'id-token-claims': { type: 'boolean' },
    'offered-to-all': { type: 'boolean' },
    scope: texts,
    role: texts,
    'company-role': texts,
    api: texts,
    'required-acr': text,
    'max-age-minutes': text,
    'idle-minutes': text,
  },
  secret: { ...idOption, 'grace-hours': text },
  access: { ...idOption, email: text, reason: text },
  id: idOption,
  nothing: {},
} as const

/** Options whose names differ from those of their fields, by field. */
const optionOfField: Record<string, string> = {
  redirectUris: 'redirect-uri',
  postLogoutUris: 'post-logout-uri',
  backchannelLogoutUri: 'backchannel-logout-uri',
  origins: 'origin',
  entryOrigin: 'entry-origin',
  jwksUri: 'jwks-uri',
  mayInvite: 'invitations',
  idTokenClaims: 'id-token-claims',
  offeredToAll: 'offered-to-all',
  extraScopes: 'scope',
  roles: 'role',
  apis: 'api',
  requiredAcr: 'required-acr',
  maxAgeMinutes: 'max-age-minutes',
  idleMinutes: 'idle-minutes',
  graceHours: 'grace-hours',
}
const fieldOf = Object.fromEntries(
  Object.entries(optionOfField).map(([field, option]) => [option, field]),
)
const removableOptions = new Set([
  'backchannel-logout-uri',
  'entry-origin',
  'required-acr',
  'max-age-minutes',
  'idle-minutes',
])
const numberOptions = new Set(['max-age-minutes', 'idle-minutes'])

/** Parses the options of a subcommand. `--no-` before a boolean option makes it false. Throws for an unknown option. */
export function readArguments<Name extends keyof typeof options>(
  name: Name,
  args: readonly string[],
) {
  return parseArgs({ args: [...args], options: options[name], allowNegative: true } as const).values
}

/** Converts the given options to fields, and returns no other fields; `""` removes a value. */
export async function factsOf(input: Omit<ReturnType<typeof readArguments<'facts'>>, 'id'>) {
  const {
    proof,
    jwks,
    'jwks-uri': jwksUri,
    role,
    'company-role': companyRole,
    api,
    ...others
  } = input
  const facts = Object.entries(others).map(([option, value]) => [
    fieldOf[option] ?? option,
    valueOf(option, value),
  ])
  return {
    ...(Object.fromEntries(facts) as Partial<Facts>),
    ...(await proofOf(proof, jwks, jwksUri)),
    ...((role ?? companyRole) && {
      roles: [...rolesOf(role, false), ...rolesOf(companyRole, true)],
    }),
    ...(api && { apis: api.filter(Boolean).map(apiOf) }),
  }
}

function valueOf(option: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(Boolean)
  if (removableOptions.has(option) && value === '') return null
  return numberOptions.has(option) ? Number(value) : value
}

/** Parses roles from `id=Name`, with the name in English; a single `""` removes all roles. */
function rolesOf(list: readonly string[] = [], byCompany: boolean): PlatformRole[] {
  return list.filter(Boolean).map((each) => {
    const [id = '', ...name] = each.split('=')
    return { id, names: { en: name.join('=') }, byCompany }
  })
}

/** Parses an API from `uri=scope,scope`. The last `=` separates the scopes, because a URI may contain `=`, too. */
function apiOf(text: string) {
  const end = text.lastIndexOf('=')
  if (end < 0) return { id: text, scopes: [] }
  const scopes = text.slice(end + 1).split(',')
  return { id: text.slice(0, end), scopes: scopes.filter(Boolean) }
}

/** Returns the fields of client authentication. Public keys imply `--proof keys` and replace the previous keys. */
async function proofOf(proof?: string, file?: string, uri?: string) {
  if (file === undefined && uri === undefined) return proof === undefined ? {} : { proof }
  const jwks = file === undefined ? null : await readKeys(file)
  return { proof: proof ?? 'keys', jwks, jwksUri: uri ?? null }
}

async function readKeys(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`--jwks ${file} is not a file with keys as JSON`, { cause })
  }
}

/** Texts of the command's errors. */
export const errorTexts = {
  record: 'platform',
  options: optionOfField,
  permittedValues: {
    proof: `is one of ${proofs.join(', ')}`,
    pkce: 'is required or optional',
    requiredAcr: `is one of ${requirableAcrs.join(', ')}, or empty`,
    graceHours: 'is a whole number of hours, at most 168',
  },
  messages: messages.en,
}
