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
import { commandOf, readOptions, UsageError, withReadableErrors } from '#server/command-options.ts'
import { errorTexts, factsOf, readArguments, platformDefaults } from './command-line.ts'
import {
  addPlatform as addEndpoint,
  changePlatform as changeEndpoint,
  replaceSecret as replaceEndpoint,
  type PlatformReply,
} from './contract.ts'
import { findPlatform, findPlatforms } from './list.ts'
import { replaceSecret, addPlatform, changePlatform } from './save.ts'

const actor = { kind: 'system' }

/** Manages platforms without a browser. A change takes effect with the platform's next request, without a restart. */
export const platformCommand = commandOf({
  add,
  change,
  activate: (words) => changeActive(true, words),
  deactivate: (words) => changeActive(false, words),
  list,
  'rotate-secret': rotateSecret,
  grant: (words) => setAccess(true, words),
  revoke: (words) => setAccess(false, words),
})

async function add(words: readonly string[]): Promise<string[]> {
  const { id = '', ...others } = readArguments('facts', words)
  const facts = { ...platformDefaults, ...(await factsOf(others)), id }
  const isClient = facts.redirectUris.length > 0 || facts.mayInvite
  // A platform that is only behind a proxy sends no OpenID requests, so it needs no secret.
  const isProxyOnly = !isClient && facts.entryOrigin !== null
  const defaultProof = isProxyOnly ? 'none' : 'secret'
  const { clientSecret } = await withReadableErrors(errorTexts, async () => {
    const body = { proof: defaultProof, ...facts }
    const input = parse(addEndpoint.body, body) as Body<typeof addEndpoint>
    return addPlatform(db, actor, input)
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
  const { id, ...others } = readArguments('facts', words)
  if (Object.keys(others).length === 0) {
    throw new UsageError('Nothing to change: name at least one option.')
  }
  return save(await requirePlatform(id), await factsOf(others), 'has been changed')
}

async function changeActive(active: boolean, words: readonly string[]): Promise<string[]> {
  const platform = await requirePlatform(readArguments('id', words).id)
  const state = active ? 'active' : 'deactivated'
  if (platform.active === active) return [`${platform.id} is ${state} already.`]
  return save(platform, { active }, `is ${state}`)
}

/** Saves the given facts. The other fields are sent with their present values, because a change must contain them. */
async function save(platform: PlatformReply, facts: object, result: string): Promise<string[]> {
  const { id } = platform
  const before = Object.fromEntries(
    Object.entries(platform).filter(([name]) => name === 'proof' || name in platformDefaults),
  )
  const { clientSecret } = await withReadableErrors(errorTexts, async () => {
    const input = parse(changeEndpoint.body, { ...before, ...facts }) as Body<typeof changeEndpoint>
    return changePlatform(db, actor, { id, version: versionOf(platform.etag), input })
  })
  return [`${id} ${result}.`, ...secretLines(clientSecret)]
}

async function list(words: readonly string[]): Promise<string[]> {
  readArguments('nothing', words)
  const platforms = await findPlatforms(db, {}, { take: 10_000 })
  if (platforms.length === 0) return ['There are no platforms yet.']
  return platforms.map(({ id, name, url, active, proof, notices, ...platform }) =>
    [
      id,
      name,
      url,
      active ? 'active' : 'deactivated',
      `client authentication: ${proof}`,
      ...(platform.mayInvite ? ['may invite'] : []),
      ...(platform.offeredToAll !== false
        ? []
        : ['not offered to companies that have all platforms']),
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
  const { id = '', 'grace-hours': hours = '0' } = readArguments('secret', words)
  const platform = await findSubsystem(db, id)
  if (!platform || platform.clientSecretHash === null) {
    throw new Error(
      `There is no platform ${id} with a secret. See: npm run portico -- platform list`,
    )
  }
  const { clientSecret } = await withReadableErrors(errorTexts, async () => {
    const { body } = replaceEndpoint
    const { graceHours } = parse(body, { graceHours: Number(hours) }) as { graceHours: number }
    return replaceSecret(db, actor, { id, version: platform.version, graceHours })
  })
  const oldState = hours === '0' ? 'no longer works' : `works for ${hours} hours more`
  return [`${id} has a new secret; the one before ${oldState}.`, ...secretLines(clientSecret)]
}

/** Grants or revokes a user's access to a platform. Granting makes deactivated access active again. */
async function setAccess(isGranted: boolean, words: readonly string[]): Promise<string[]> {
  const { id, email: address = '', reason = '' } = readArguments('access', words)
  const platform = await requirePlatform(id)
  const { email } = readOptions(['--email', address], { email: emailField })
  const user = await findUserByEmail(db, email)
  if (!user) {
    throw new Error(`There is no user ${email}. To invite one: npm run invite -- --help`)
  }
  const changes = await transaction(db, async (tx) => {
    const access = await lockPlatformAccounts(tx, user.id)
    if (!access) return []
    const others = access.accounts.filter((each) => each.id !== platform.id)
    const wanted = isGranted ? [...others, { id: platform.id, active: true }] : others
    return setPlatformAccounts(tx, actor, access, { wanted, reason })
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const sentence =
      user.partnerId === null
        ? `${user.email} belongs to no company, so there is no platform to give.`
        : `The company of ${user.email} does not have ${platform.id}. An admin adds it on the page Companies.`
    throw new Error(sentence, { cause: error })
  })
  const state = isGranted ? `can open ${platform.id}` : `cannot open ${platform.id}`
  if (changes.length === 0) return [`${user.email} ${state} already. Nothing was changed.`]
  const notes = user.active ? [] : ['The user is deactivated and cannot log in.']
  return [`${user.email} ${state} from the next click on.`, ...notes]
}

function secretLines(clientSecret: string | null): string[] {
  if (clientSecret === null) return []
  return [`  client_secret  ${clientSecret}`, 'The secret is shown only now: store it.']
}

async function requirePlatform(id = ''): Promise<PlatformReply> {
  const platform = await findPlatform(db, id)
  if (platform) return platform
  if (id === '') throw new UsageError('--id is missing')
  throw new Error(`There is no platform ${id}. See: npm run portico -- platform list`)
}
