import { basename, dirname, resolve } from 'node:path'
import type { JWK } from 'jose'
import { ApprovalAsked } from '#contract/call.ts'
import * as adminLinks from '#contract/admin-links.ts'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import type { MachineScope } from '#contract/machine.ts'
import type { CommandOutcome } from '#server/command-options.ts'
import { hashOfContent } from './content-hash.ts'
import {
  applyConfiguration,
  getConfigurationRequest,
  planConfiguration,
  type ConfigurationPlan,
} from './contract.ts'
import { countChanges, describePlan } from './describe-plan.ts'
import type { ConfigurationFile } from './configuration-file.ts'
import { readArguments, readConfiguration } from './read-file.ts'
import { readableError } from './remote-errors.ts'
import { readSecrets, secretReader } from './secrets.ts'

const options = {
  url: { type: 'string' },
  'admin-url': { type: 'string' },
  account: { type: 'string' },
  key: { type: 'string' },
  reason: { type: 'string' },
  wait: { type: 'string' },
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Account = {
  portal: string
  adminUrl: string
  id: string
  key: JWK
  scopes: readonly MachineScope[]
}
type Client = {
  call: <E extends Endpoint & { machine: MachineScope }>(
    endpoint: E,
    input: CallInput<E>,
  ) => Promise<Reply<E>>
}

/** Creates the client of a service account. app/ passes it, because a feature must not import the typed client. */
export type Connect = (account: Account) => Client

const pollMs = 5_000

/**
 * Applies a configuration file over HTTP, as a service account. Exits with 0 if it was applied or nothing differs, 2 if
 * a dry run finds a difference, 3 if a request waits for an approver, and 1 otherwise. Needs no database, and no
 * configuration of the server.
 */
export async function applyRemotely(
  words: readonly string[],
  connect: Connect,
): Promise<CommandOutcome> {
  const { name, values } = readArguments(words, options)
  const waitMs = minutesOf(values.wait) * 60_000
  const account = await accountOf(values)
  const file = await readConfiguration(name)
  const body = {
    name: basename(name),
    configuration: file.value as Record<string, unknown>,
    secrets: await readSecrets(file, secretReader(dirname(resolve(name)), process.env)),
    ...(values.prune && { prune: true }),
    ...(values.yes && { confirm: true }),
  }
  const client = connect(account)
  const call: Client['call'] = (endpoint, input) =>
    client.call(endpoint, input).catch((error: unknown) => {
      throw readableError(error, file)
    })
  const plan = await call(planConfiguration, { body })
  const format = formatterOf(plan, file, values.json ?? false)
  if (plan.changes.length === 0) return format(0, 'Nothing to do.')
  const counts = countChanges(plan) ?? ''
  if (values['dry-run']) return format(2, `${counts}. Nothing was changed.`)
  try {
    const reason = values.reason === undefined ? {} : { reason: values.reason }
    const { requestId } = await call(applyConfiguration, { body: { ...body, ...reason } })
    return format(0, `Done: ${counts}. In the audit log under the request ${requestId}.`)
  } catch (error) {
    if (!(error instanceof ApprovalAsked)) throw error
    const { id, expiresAt } = error.approval
    const page = `${account.adminUrl}${adminLinks.approval({ id }).path}`
    const asked = `Waiting for approval until ${expiresAt}: request ${id}, ${page}`
    const ended = waitMs > 0 ? await waitForEnd(call, id, waitMs) : undefined
    return ended ? format(ended.code, asked, ended.sentence) : format(3, asked)
  }
}

type Values = ReturnType<typeof readArguments<typeof options>>['values']

/** Reads the service account. The key is in a file or a variable, so that it never is an argument. */
async function accountOf(values: Values): Promise<Account> {
  const { url = '', account: id = '', key: location = '' } = values
  const adminUrl = values['admin-url'] ?? url
  if (id === '') throw new Error('--account is missing: the id of the service account.')
  if (location === '')
    throw new Error('--key is missing: a file, or env:NAME, with the private key.')
  for (const each of [url, adminUrl])
    if (!isSafe(each)) throw new Error(`${each} must be an origin such as https://id.example.com.`)
  const source = location.startsWith('env:') ? location : `file:${location}`
  const text = await secretReader(process.cwd(), process.env)(source)
  if ('fault' in text) throw new Error(text.fault)
  return {
    portal: url,
    adminUrl,
    id,
    key: keyFrom(text.value),
    scopes: [applyConfiguration.machine],
  }
}

/** Returns true for an origin to which secrets may be sent: https, or this machine. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return origin === text && (protocol === 'https:' || isLocal)
}

function keyFrom(text: string): JWK {
  try {
    return JSON.parse(text) as JWK
  } catch {
    // Without the cause, which would quote the key.
    throw new Error('--key does not contain a private key as JSON Web Key.')
  }
}

function minutesOf(text = '0'): number {
  const minutes = Number(text)
  if (Number.isInteger(minutes) && minutes >= 0 && minutes <= 24 * 60) return minutes
  throw new Error('--wait is a number of minutes, at most 1440.')
}

type End = { code: number; sentence: string }

/** Waits until the request has ended, for at most `waitMs`. Returns undefined if it has not. */
async function waitForEnd(
  call: Client['call'],
  id: string,
  waitMs: number,
): Promise<End | undefined> {
  const until = Date.now() + waitMs
  while (Date.now() < until) {
    await new Promise((resolved) => setTimeout(resolved, Math.min(pollMs, until - Date.now())))
    const { state, outcome, evidence } = await call(getConfigurationRequest, { params: { id } })
    switch (state) {
      case 'done':
        return { code: 0, sentence: 'Approved and applied.' }
      case 'refused':
        return { code: 1, sentence: `Declined: ${evidence}` }
      case 'failed':
        return { code: 1, sentence: `Approved, but nothing was changed: ${outcome}.` }
      case 'cancelled':
      case 'expired':
        return { code: 1, sentence: `The request is ${state}. Nothing was changed.` }
    }
  }
  return undefined
}

/** Returns a function that formats the plan and sentences as the output of the command. */
function formatterOf(plan: ConfigurationPlan, { value }: ConfigurationFile, isJson: boolean) {
  const sha256 = hashOfContent(value)
  return (code: number, ...sentences: string[]): CommandOutcome => {
    if (isJson) return { code, lines: [JSON.stringify({ ...plan, sha256, sentences }, null, 2)] }
    const risky = plan.changes.filter(({ takesTwo }) => takesTwo).length
    const note = risky > 0 ? [`${risky} may need approval. SHA-256 of the content: ${sha256}`] : []
    return { code, lines: [...describePlan(plan), ...note, ...sentences] }
  }
}
