import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { UsageError } from '#server/command-options.ts'
import { messages } from './messages.ts'

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
  },
  secret: { ...ofOne, 'grace-hours': text },
  ofOne,
  nothing: {},
} as const

/** Option names that differ from the field's name. */
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

export function read<Name extends keyof typeof options>(name: Name, args: readonly string[]) {
  return parseArgs({ args: [...args], options: options[name], allowNegative: true } as const).values
}

/** Maps the options given to fields, and leaves out the others. */
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

/** Public keys imply `--proof keys` and replace the previous ones. */
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

/** `""` removes the value. */
function oneOf<Field extends string>(field: Field, said: string | undefined) {
  return said === undefined ? {} : ({ [field]: said || null } as Record<Field, string | null>)
}

function listOf<Field extends string>(field: Field, said: readonly string[] | undefined) {
  return said ? ({ [field]: said.filter(Boolean) } as Record<Field, string[]>) : {}
}

/** Turns an expected error into a message with the names of the options. */
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
    const wrong = [...new Set(error.faults.map(lineOf))].join('\n  ')
    throw new UsageError(`Missing or wrong:\n  ${wrong}`, { cause: error })
  }
}

function lineOf({ field = '', rule = '' }: Refusal['faults'][number]): string {
  const [name = ''] = field.split('.')
  const said = (messages.en as Record<string, unknown>)[rule]
  return [`--${spoken[name] ?? name}`, typeof said === 'string' ? said : rule]
    .filter(Boolean)
    .join(': ')
}
