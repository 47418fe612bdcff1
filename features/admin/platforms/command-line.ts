import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { requirableAcrs } from '#contract/assurance.ts'
import type { Body } from '#contract/endpoint.ts'
import type { PlatformRole } from '#contract/platform-role.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { faultOf, sentenceFor, UsageError } from '#server/command-options.ts'
import { proofs, type changePlatform } from './contract.ts'
import { messages } from './texts/messages.ts'

type Facts = Body<typeof changePlatform>

/** Defaults of a new platform for options that are not given. */
export const unsaid = {
  name: '',
  url: '',
  active: true,
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
const ofOne = { id: text } as const

/** The options of each subcommand. */
const options = {
  facts: {
    ...ofOne,
    name: text,
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
    scope: texts,
    role: texts,
    'company-role': texts,
    api: texts,
    'required-acr': text,
    'max-age-minutes': text,
    'idle-minutes': text,
  },
  secret: { ...ofOne, 'grace-hours': text },
  access: { ...ofOne, email: text, reason: text },
  ofOne,
  nothing: {},
} as const

/** Names of options, by field, that differ from the name of the field. */
const spoken: Record<string, string> = {
  redirectUris: 'redirect-uri',
  postLogoutUris: 'post-logout-uri',
  backchannelLogoutUri: 'backchannel-logout-uri',
  origins: 'origin',
  entryOrigin: 'entry-origin',
  jwksUri: 'jwks-uri',
  mayInvite: 'invitations',
  idTokenClaims: 'id-token-claims',
  extraScopes: 'scope',
  roles: 'role',
  apis: 'api',
  requiredAcr: 'required-acr',
  maxAgeMinutes: 'max-age-minutes',
  idleMinutes: 'idle-minutes',
  graceHours: 'grace-hours',
}
const fieldOf = Object.fromEntries(Object.entries(spoken).map(([field, option]) => [option, field]))
const removable = new Set([
  'backchannel-logout-uri',
  'entry-origin',
  'required-acr',
  'max-age-minutes',
  'idle-minutes',
])
const numbers = new Set(['max-age-minutes', 'idle-minutes'])

export function read<Name extends keyof typeof options>(name: Name, args: readonly string[]) {
  return parseArgs({ args: [...args], options: options[name], allowNegative: true } as const).values
}

/** Converts the given options to fields and omits all others; `""` removes a value. */
export async function factsOf(said: Omit<ReturnType<typeof read<'facts'>>, 'id'>) {
  const {
    proof,
    jwks,
    'jwks-uri': jwksUri,
    role,
    'company-role': companyRole,
    api,
    ...others
  } = said
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
  if (removable.has(option) && value === '') return null
  return numbers.has(option) ? Number(value) : value
}

/** Parses roles from `id=Name`, with the name in English; a single `""` removes all roles. */
function rolesOf(said: readonly string[] = [], byCompany: boolean): PlatformRole[] {
  return said.filter(Boolean).map((each) => {
    const [id = '', ...name] = each.split('=')
    return { id, names: { en: name.join('=') }, byCompany }
  })
}

/** Parses an API from `uri=scope,scope`. */
function apiOf(said: string) {
  const end = said.lastIndexOf('=')
  const scopes = said.slice(end + 1).split(',')
  return { id: end < 0 ? said : said.slice(0, end), scopes: end < 0 ? [] : scopes.filter(Boolean) }
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

/** Runs `action` and converts an expected error into one with a message that names the options. */
export async function inWords<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== commonErrors.invalidInput) {
      const sentence =
        'Another admin has changed this platform meanwhile. Nothing was changed: try again.'
      throw new Error(sentence, { cause: error })
    }
    throw new UsageError([...new Set(error.faults.map(lineOf))].join('\n'), { cause: error })
  }
}

/** Permitted values of fields, for rules without a message of their own. */
const choices: Readonly<Record<string, string>> = {
  proof: `is one of ${proofs.join(', ')}`,
  pkce: 'is required or optional',
  requiredAcr: `is one of ${requirableAcrs.join(', ')}, or empty`,
  graceHours: 'is a whole number of hours, at most 168',
}

function lineOf({ field = '', rule = '' }: Refusal['faults'][number]): string {
  const [name = ''] = field.split('.')
  const option = spoken[name] ?? name
  const said = (messages.en as Record<string, unknown>)[rule]
  return typeof said === 'string'
    ? `--${option}: ${said}`
    : faultOf(option, sentenceFor(rule) ?? choices[name])
}
