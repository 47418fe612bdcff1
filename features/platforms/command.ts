import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Refusal } from '#contract/refusal.ts'
import { findSubsystem } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { parse } from '#server/parse.ts'
import { addPlatform as endpoint, replaceSecret as replacing } from './contract.ts'
import { findPlatforms } from './list.ts'
import { replaceSecret } from './replace-secret.ts'
import { addPlatform } from './save.ts'

const usage = `npm run platform -- add --id orders --name "Orders" --url https://orders.example.com --redirect-uri https://orders.example.com/callback
      [--post-logout-uri …] [--backchannel-logout-uri …] [--origin …] [--entry-origin …]
      [--proof secret|keys|none] [--jwks keys.json | --jwks-uri …] [--pkce required|optional] [--invitations]
  npm run platform -- list
  npm run platform -- rotate-secret --id orders [--grace-hours 24]
  --redirect-uri, --post-logout-uri and --origin may be said several times.`

const actor = { kind: 'system' }
const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const options = {
  id: text,
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
  'grace-hours': text,
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

const deeds: Record<string, (words: readonly string[]) => Promise<string[]>> = {
  add,
  list,
  'rotate-secret': rotateSecret,
}

/** Platforms without a browser. What is registered counts from its next call on; nothing is restarted. */
export async function platformCommand([name = '', ...words]: readonly string[]): Promise<string[]> {
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  if (!deed) throw new Error(`What about platforms? Use it like this:\n  ${usage}`)
  return deed(words)
}

async function add(words: readonly string[]): Promise<string[]> {
  const said = read(words)
  const about = {
    id: said.id ?? '',
    name: said.name ?? '',
    url: said.url ?? '',
    active: true,
    proof: said.proof ?? (said.jwks || said['jwks-uri'] ? 'keys' : 'secret'),
    jwks: said.jwks === undefined ? null : await readKeys(said.jwks),
    jwksUri: said['jwks-uri'] ?? null,
    pkce: said.pkce ?? 'required',
    mayInvite: said.invitations ?? false,
    redirectUris: said['redirect-uri'] ?? [],
    postLogoutUris: said['post-logout-uri'] ?? [],
    backchannelLogoutUri: said['backchannel-logout-uri'] ?? null,
    origins: said.origin ?? [],
    entryOrigin: said['entry-origin'] ?? null,
  }
  const { clientSecret } = await inWords(async () =>
    addPlatform(db, actor, parse(endpoint.body, about) as Parameters<typeof addPlatform>[2]),
  )
  return [
    `Registered ${about.id}. What its client has to be told:`,
    `  issuer         ${config.publicUrl}/oidc`,
    `  client_id      ${about.id}`,
    ...secretLines(clientSecret),
  ]
}

async function list(): Promise<string[]> {
  const all = await findPlatforms(db, { limit: 10_000, take: 10_000, after: undefined })
  if (all.length === 0) return [`There are no platforms yet. Register one:\n  ${usage}`]
  return all.map(({ id, name, url, active, proof, mayInvite, notices }) =>
    [
      id,
      name,
      url,
      active ? 'active' : 'deactivated',
      `proves itself by ${proof}`,
      ...(mayInvite ? ['may invite'] : []),
      `${notices.waiting} logout notices waiting`,
    ].join('  '),
  )
}

async function rotateSecret(words: readonly string[]): Promise<string[]> {
  const { id = '', 'grace-hours': hours = '0' } = read(words)
  const known = await findSubsystem(db, id)
  if (!known || known.clientSecret === null) {
    throw new Error(`There is no platform ${id} with a secret. See: npm run platform -- list`)
  }
  const { clientSecret } = await inWords(async () => {
    const { graceHours } = parse(replacing.body, {
      graceHours: Number(hours),
    }) as { graceHours: number }
    return replaceSecret(db, actor, { id, version: known.version, graceHours })
  })
  const until = hours === '0' ? 'no longer works' : `works for ${hours} hours more`
  return [`${id} has a new secret; the one before ${until}.`, ...secretLines(clientSecret)]
}

function secretLines(clientSecret: string | null): string[] {
  if (clientSecret === null) return []
  return [
    `  client_secret  ${clientSecret}`,
    'The secret is told this once: it is not to be read again.',
  ]
}

async function readKeys(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`--jwks ${file} is no file with keys as JSON`, { cause })
  }
}

/** A refusal in the words of the command line. */
async function inWords<Result>(deed: () => Promise<Result>): Promise<Result> {
  try {
    return await deed()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const faults = error.faults.map(({ field = '', rule }) => {
      const [name = ''] = field.split('.')
      return `--${spoken[name] ?? name}${rule ? ` (${rule})` : ''}`
    })
    const wrong = [...new Set(faults)].join(', ')
    throw new Error(`Missing or wrong: ${wrong}. Use it like this:\n  ${usage}`, { cause: error })
  }
}

function read(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}
