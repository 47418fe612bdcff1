import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { messages } from './messages.ts'

export const usage = `npm run platform -- add --id orders --name "Orders" --url https://orders.example.com --redirect-uri https://orders.example.com/callback
      [--post-logout-uri …] [--backchannel-logout-uri …] [--origin …] [--entry-origin …]
      [--proof secret|keys|none] [--jwks keys.json | --jwks-uri …] [--pkce required|optional] [--invitations]
  npm run platform -- change --id orders [whatever add takes: what is not said stays; "" takes an address away, --no-invitations the right to invite]
  npm run platform -- deactivate --id orders
  npm run platform -- activate --id orders
  npm run platform -- list
  npm run platform -- rotate-secret --id orders [--grace-hours 24]
  --redirect-uri, --post-logout-uri and --origin may be said several times.`

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const ofOne = { id: text } as const

/** What may be said after each of them. */
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
  },
  secret: { ...ofOne, 'grace-hours': text },
  ofOne,
  nothing: {},
} as const

/** What a field is called on the command line, where that is another word. */
const spoken: Record<string, string> = {
  redirectUris: 'redirect-uri',
  postLogoutUris: 'post-logout-uri',
  backchannelLogoutUri: 'backchannel-logout-uri',
  origins: 'origin',
  entryOrigin: 'entry-origin',
  jwksUri: 'jwks-uri',
  mayInvite: 'invitations',
  graceHours: 'grace-hours',
}

export function read<Name extends keyof typeof options>(name: Name, said: readonly string[]) {
  try {
    const about = { args: [...said], options: options[name], allowNegative: true } as const
    return parseArgs(about).values
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}

/** What was said of a platform, by field, and nothing of what was not. */
export async function factsOf(said: Omit<ReturnType<typeof read<'facts'>>, 'id'>) {
  const { name, url, proof, pkce, invitations } = said
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(pkce !== undefined && { pkce }),
    ...(invitations !== undefined && { mayInvite: invitations }),
    ...(await proofOf(proof, said.jwks, said['jwks-uri'])),
    ...listOf('redirectUris', said['redirect-uri']),
    ...listOf('postLogoutUris', said['post-logout-uri']),
    ...listOf('origins', said.origin),
    ...oneOf('backchannelLogoutUri', said['backchannel-logout-uri']),
    ...oneOf('entryOrigin', said['entry-origin']),
  }
}

/** Keys that are named are its proof, and take the place of those that it had. */
async function proofOf(proof?: string, file?: string, uri?: string) {
  if (file === undefined && uri === undefined) return proof === undefined ? {} : { proof }
  const jwks = file === undefined ? null : await readKeys(file)
  return { proof: proof ?? 'keys', jwks, jwksUri: uri ?? null }
}

async function readKeys(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`--jwks ${file} is no file with keys as JSON`, { cause })
  }
}

/** `""` says that there is none. */
function oneOf<Field extends string>(field: Field, said: string | undefined) {
  return said === undefined ? {} : ({ [field]: said || null } as Record<Field, string | null>)
}

function listOf<Field extends string>(field: Field, said: readonly string[] | undefined) {
  return said ? ({ [field]: said.filter(Boolean) } as Record<Field, string[]>) : {}
}

/** A refusal in the words of the command line. */
export async function inWords<Result>(deed: () => Promise<Result>): Promise<Result> {
  try {
    return await deed()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== commonErrors.invalidInput) {
      const sentence =
        'Somebody has changed this platform meanwhile. Nothing was changed: try again.'
      throw new Error(sentence, { cause: error })
    }
    const wrong = [...new Set(error.faults.map(lineOf))].join('\n  ')
    throw new Error(`Missing or wrong:\n  ${wrong}\nUse it like this:\n  ${usage}`, {
      cause: error,
    })
  }
}

function lineOf({ field = '', rule = '' }: Refusal['faults'][number]): string {
  const [name = ''] = field.split('.')
  const said = (messages.en as Record<string, unknown>)[rule]
  return [`--${spoken[name] ?? name}`, typeof said === 'string' ? said : rule]
    .filter(Boolean)
    .join(': ')
}
