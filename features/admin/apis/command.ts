import { parseArgs } from 'node:util'
import type { Body } from '#contract/endpoint.ts'
import { findApiById, listApis, type Api } from '#domain/service-accounts/api.ts'
import { commandOf, readTexts, UsageError, withReadableErrors } from '#server/command-options.ts'
import { db } from '#server/db.ts'
import { parse } from '#server/parse.ts'
import * as contract from './contract.ts'
import { messages } from './texts/messages.ts'
import { addApi, changeApi, replaceApiSecret, type Credentials } from './save.ts'

const actor = { kind: 'system' }
const text = { type: 'string' } as const
const factOptions = {
  id: text,
  name: text,
  scope: { type: 'string', multiple: true },
  format: text,
} as const

/** Manages APIs from the command line. A change takes effect at the API's next call, without a restart. */
export const apiCommand = commandOf({
  add,
  change,
  activate: (words) => changeActive(words, { active: true }),
  deactivate: (words) => changeActive(words, { active: false }),
  list,
  'rotate-secret': rotateSecret,
})

function readFacts(words: readonly string[]) {
  const { scope: scopes, ...others } = parseArgs({ args: [...words], options: factOptions }).values
  return { ...others, ...(scopes && { scopes }) }
}

async function add(words: readonly string[]): Promise<string[]> {
  const defaults = { id: '', name: '', scopes: [], format: 'opaque', active: true }
  const input = { ...defaults, ...readFacts(words) }
  const credentials = await withReadableErrors(errorTexts, async () =>
    addApi(db, actor, parse(contract.addApi.body, input) as Body<typeof contract.addApi>),
  )
  return [
    `Registered ${input.id}. Values for its introspection:`,
    ...linesOf(credentials),
    'No platform may ask for it yet. To allow one:',
    `  npm run portico -- platform change --id <id> --api "${input.id}=${input.scopes.join(',')}"`,
  ]
}

async function change(words: readonly string[]): Promise<string[]> {
  const { id, ...facts } = readFacts(words)
  if (Object.keys(facts).length === 0)
    throw new UsageError('Nothing to change: name at least one option.')
  return save(await requireApi(id), facts, 'has been changed')
}

async function changeActive(words: readonly string[], change: { active: boolean }) {
  const api = await requireApi(readTexts(words, 'id').id)
  const state = change.active ? 'active' : 'deactivated'
  if (api.active === change.active) return [`${api.id} is ${state} already.`]
  return save(api, change, `is ${state}`)
}

async function save(api: Api, facts: object, result: string): Promise<string[]> {
  const { id, clientId, version, name, scopes, format, active } = api
  await withReadableErrors(errorTexts, async () => {
    const input = { name, scopes, format, active, ...facts }
    const after = parse(contract.changeApi.body, input) as Body<typeof contract.changeApi>
    await changeApi(db, actor, { clientId, version, after })
  })
  return [`${id} ${result}.`]
}

async function list(words: readonly string[]): Promise<string[]> {
  readTexts(words)
  const apis = await listApis(db)
  if (apis.length === 0) return ['There are no APIs yet.']
  return apis.map(({ id, clientId, name, format, scopes, active }) => {
    const state = active ? 'active' : 'deactivated'
    return [id, name, state, format, `client_id ${clientId}`, ...scopes].join('  ')
  })
}

async function rotateSecret(words: readonly string[]): Promise<string[]> {
  const { id, 'grace-hours': hours = '0' } = readTexts(words, 'id', 'grace-hours')
  const api = await requireApi(id)
  const credentials = await withReadableErrors(errorTexts, async () => {
    const body = contract.replaceApiSecret.body
    const { graceHours } = parse(body, { graceHours: Number(hours) }) as { graceHours: number }
    return replaceApiSecret(db, actor, { clientId: api.clientId, version: api.version, graceHours })
  })
  const until = hours === '0' ? 'no longer works' : `works for ${hours} hours more`
  return [`${api.id} has a new secret; the one before ${until}.`, ...linesOf(credentials)]
}

function linesOf({ clientId, clientSecret }: Credentials): string[] {
  return [
    `  client_id      ${clientId}`,
    `  client_secret  ${clientSecret}`,
    'The secret is shown only now: store it.',
  ]
}

async function requireApi(id = ''): Promise<Api> {
  const api = await findApiById(db, id)
  if (api) return api
  if (id === '') throw new UsageError('--id is missing')
  throw new Error(`There is no API ${id}. See: npm run portico -- api list`)
}

/** Texts of the command's errors. */
const errorTexts = {
  record: 'API',
  options: { scopes: 'scope', graceHours: 'grace-hours' },
  permittedValues: {
    format: 'is opaque or jwt',
    graceHours: 'is a whole number of hours, at most 168',
  },
  messages: messages.en,
}
