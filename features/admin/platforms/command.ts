import type { Body } from '#contract/endpoint.ts'
import { email as emailField, versionOf } from '#contract/fields.ts'
import { Refusal } from '#contract/refusal.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { parse } from '#server/parse.ts'
import { commandOf, readOptions, UsageError } from '#server/command-options.ts'
import { factsOf, inWords, read, unsaid } from './command-line.ts'
import {
  addPlatform as adding,
  changePlatform as changing,
  replaceSecret as replacing,
  type PlatformReply,
} from './contract.ts'
import { findPlatform, findPlatforms } from './list.ts'
import { replaceSecret, addPlatform, changePlatform } from './save.ts'

const actor = { kind: 'system' }

/** Manages platforms without a browser. A change takes effect with the platform's next request, without a restart. */
export const platformCommand = commandOf({
  add,
  change,
  activate: (words) => switchTo(true, words),
  deactivate: (words) => switchTo(false, words),
  list,
  'rotate-secret': rotateSecret,
  grant: (words) => setAccess(true, words),
  revoke: (words) => setAccess(false, words),
})

async function add(words: readonly string[]): Promise<string[]> {
  const { id = '', ...said } = read('facts', words)
  const about = { ...unsaid, ...(await factsOf(said)), id }
  const isClient = about.redirectUris.length > 0 || about.mayInvite
  const proof = isClient || about.entryOrigin === null ? 'secret' : 'none'
  const { clientSecret } = await inWords(async () => {
    const sent = parse(adding.body, { proof, ...about }) as Body<typeof adding>
    return addPlatform(db, actor, sent)
  })
  return [
    `Registered ${id}. ${isClient ? 'Values for its client:' : 'URL for its proxy:'}`,
    ...(isClient
      ? [`  issuer         ${config.publicUrl}/oidc`, `  client_id      ${id}`]
      : [`  ${config.publicUrl}/forward-auth/verify?subsystem=${id}`]),
    ...secretLines(clientSecret),
    `No user can open it yet. To give one access: npm run portico -- platform grant --id ${id} --email <email>`,
  ]
}

async function change(words: readonly string[]): Promise<string[]> {
  const { id, ...said } = read('facts', words)
  if (Object.keys(said).length === 0) {
    throw new UsageError('Nothing to change: name at least one option.')
  }
  return save(await requirePlatform(id), await factsOf(said), 'has been changed')
}

async function switchTo(active: boolean, words: readonly string[]): Promise<string[]> {
  const known = await requirePlatform(read('ofOne', words).id)
  const state = active ? 'active' : 'deactivated'
  if (known.active === active) return [`${known.id} is ${state} already.`]
  return save(known, { active }, `is ${state}`)
}

async function save(known: PlatformReply, facts: object, done: string): Promise<string[]> {
  const { id } = known
  const before = Object.fromEntries(
    Object.entries(known).filter(([name]) => name === 'proof' || name in unsaid),
  )
  const { clientSecret } = await inWords(async () => {
    const sent = parse(changing.body, { ...before, ...facts }) as Body<typeof changing>
    return changePlatform(db, actor, { id, version: versionOf(known.etag), sent })
  })
  return [`${id} ${done}.`, ...secretLines(clientSecret)]
}

async function list(words: readonly string[]): Promise<string[]> {
  read('nothing', words)
  const all = await findPlatforms(db, {}, { take: 10_000, after: undefined })
  if (all.length === 0) return ['There are no platforms yet.']
  return all.map(({ id, name, url, active, proof, notices, ...platform }) =>
    [
      id,
      name,
      url,
      active ? 'active' : 'deactivated',
      `client authentication: ${proof}`,
      ...(platform.mayInvite ? ['may invite'] : []),
      ...(platform.idTokenClaims ? [] : ['no claims of scopes in ID tokens']),
      ...platform.extraScopes.map((scope) => `scope ${scope}`),
      ...platform.apis.map((api) => `api ${api.id}=${api.scopes.join(',')}`),
      ...platform.roles.map(({ id, byCompany }) => `${byCompany ? 'company-role' : 'role'} ${id}`),
      ...(platform.requiredAcr === null ? [] : [`acr ${platform.requiredAcr}`]),
      ...(platform.maxAgeMinutes === null ? [] : [`login within ${platform.maxAgeMinutes} min`]),
      ...(platform.idleMinutes === null ? [] : [`idle ${platform.idleMinutes} min`]),
      `${notices.waiting} logout notices waiting`,
    ].join('  '),
  )
}

async function rotateSecret(words: readonly string[]): Promise<string[]> {
  const { id = '', 'grace-hours': hours = '0' } = read('secret', words)
  const known = await findSubsystem(db, id)
  if (!known || known.clientSecretHash === null) {
    throw new Error(
      `There is no platform ${id} with a secret. See: npm run portico -- platform list`,
    )
  }
  const { clientSecret } = await inWords(async () => {
    const sent = parse(replacing.body, { graceHours: Number(hours) }) as Body<typeof replacing>
    return replaceSecret(db, actor, { id, version: known.version, ...sent })
  })
  const until = hours === '0' ? 'no longer works' : `works for ${hours} hours more`
  return [`${id} has a new secret; the one before ${until}.`, ...secretLines(clientSecret)]
}

/** Grants or revokes a user's access to a platform. Granting makes deactivated access active again. */
async function setAccess(isGranted: boolean, words: readonly string[]): Promise<string[]> {
  const { id, email: address = '', reason = '' } = read('access', words)
  const platform = await requirePlatform(id)
  const { email } = readOptions(['--email', address], { email: emailField })
  const user = await findUserByEmail(db, email)
  if (!user) {
    throw new Error(`There is no user ${email}. To invite one: npm run invite -- --help`)
  }
  const changed = await transaction(db, async (tx) => {
    const held = await lockPlatformAccounts(tx, user.id)
    if (!held) return []
    const others = held.accounts.filter((each) => each.id !== platform.id)
    const wanted = isGranted ? [...others, { id: platform.id, active: true }] : others
    return setPlatformAccounts(tx, actor, held, { wanted, reason })
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const sentence =
      user.partnerId === null
        ? `${user.email} belongs to no company, so there is no platform to give.`
        : `The company of ${user.email} does not have ${platform.id}. An admin adds it on the page Companies.`
    throw new Error(sentence, { cause: error })
  })
  const state = isGranted ? `can open ${platform.id}` : `cannot open ${platform.id}`
  if (changed.length === 0) return [`${user.email} ${state} already. Nothing was changed.`]
  const notes = user.active ? [] : ['The user is deactivated and cannot log in.']
  return [`${user.email} ${state} from the next click on.`, ...notes]
}

function secretLines(clientSecret: string | null): string[] {
  if (clientSecret === null) return []
  return [`  client_secret  ${clientSecret}`, 'The secret is shown only now: store it.']
}

async function requirePlatform(id = ''): Promise<PlatformReply> {
  const known = await findPlatform(db, id)
  if (known) return known
  if (id === '') throw new UsageError('--id is missing')
  throw new Error(`There is no platform ${id}. See: npm run portico -- platform list`)
}
