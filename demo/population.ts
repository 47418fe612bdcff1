import { generateKeyPairSync, randomBytes, randomUUIDv7 } from 'node:crypto'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { setPassword } from '#domain/credentials/password.ts'
import { addPasskey } from '#domain/passkeys/passkey.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { addUser, setActive } from '#domain/accounts/user.ts'
import { config } from '#server/config.ts'
import type { Transaction } from '#server/db.ts'
import { sampleRoles } from './sample-roles.ts'
import { sampleCompanies, sampleNames, type SampleCompany } from './sample-people.ts'
import { setUpAuthenticator } from './seed.ts'

/** Returns a number between 0 and 1; the sequence is the same at every start. */
export type Chance = () => number

export type SamplePerson = {
  id: string
  partnerId: string
  company: SampleCompany
  platforms: readonly string[]
  state: 'active' | 'never joined' | 'dormant' | 'deactivated'
  method: 'otp' | 'passkey'
  joinedDaysAgo: number
  /** The invitation that the user accepted. */
  invitationId: string
  browser: string
  ipAddress: string
  /** The probability of a login on a working day. */
  habit: number
}

const browsers = [
  'Chrome on Windows',
  'Microsoft Edge on Windows',
  'Safari on macOS',
  'Chrome on macOS',
  'Firefox on Linux',
  'Safari on iOS',
  'Chrome on Android',
] as const

/** Adds the users of the sample companies; all have the password of `hash`. */
export async function addPopulation(
  tx: Transaction,
  hash: string,
  { platforms, chance }: { platforms: readonly string[]; chance: Chance },
): Promise<SamplePerson[]> {
  const people: SamplePerson[] = []
  for (const [companyIndex, company] of sampleCompanies.entries()) {
    const partnerId = await findOrCreatePartner(tx, company.name)
    for (let number = 0; number < company.people; number += 1) {
      const place = { companyIndex, number, index: people.length }
      people.push(await addPerson(tx, hash, { company, partnerId, place, platforms, chance }))
    }
  }
  return people
}

/** The position of a user: company, number in the company, and index among all users. */
type Place = { companyIndex: number; number: number; index: number }
type PersonOptions = {
  company: SampleCompany
  partnerId: string
  place: Place
  platforms: readonly string[]
  chance: Chance
}

async function addPerson(
  tx: Transaction,
  hash: string,
  { company, partnerId, place, platforms, chance }: PersonOptions,
): Promise<SamplePerson> {
  const { companyIndex, number, index } = place
  const state = stateOf(index)
  // Each user has at least one of the first two platforms.
  const own = platforms.filter((_, position) => position === index % 2 || chance() < 0.3)
  const name = nameOf(company, number, companyIndex)
  const id = await addUser(tx, { partnerId, ...name, ...localeOf(company) })
  if (id === undefined) throw new Error(`user ${index} of the demo is there already`)
  await grantAccess(tx, id, own, { platformRoles: sampleRoles(index) })
  const method = state !== 'never joined' && index % 5 === 3 ? 'passkey' : 'otp'
  await setPassword(tx, id, hash)
  if (state !== 'never joined') {
    await setUpAuthenticator(tx, id)
    if (method === 'passkey') await addPasskey(tx, unusablePasskey(id))
    if (state === 'deactivated') await setActive(tx, id, { active: false })
  }
  const joinedDaysAgo =
    state === 'never joined' ? 2 + (index % 20) : 15 + Math.floor(chance() * 350)
  return {
    id,
    partnerId,
    company,
    platforms: own,
    state,
    method,
    joinedDaysAgo,
    invitationId: idOf(Date.now() - (joinedDaysAgo + 1) * 86_400_000),
    browser: browsers[Math.floor(chance() * browsers.length)] ?? browsers[0],
    ipAddress: chance() < 0.8 ? `198.51.100.${10 + companyIndex}` : `203.0.113.${index % 180}`,
    habit: 0.15 + 0.6 * chance(),
  }
}

/** Returns a UUIDv7 for a time in milliseconds, because lists are sorted by id. */
export function idOf(timeMs: number): string {
  const time = Math.floor(timeMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

function stateOf(index: number): SamplePerson['state'] {
  if (index % 21 === 6) return 'never joined'
  if (index % 31 === 8) return 'dormant'
  return index % 17 === 5 ? 'deactivated' : 'active'
}

/** Returns a name that is unique within the company. */
function nameOf({ locale, domain }: SampleCompany, number: number, companyIndex: number) {
  const { first, last } = sampleNames[locale]
  const firstname = first[(number + companyIndex * 3) % first.length] ?? ''
  const lastIndex = number * 7 + Math.floor(number / first.length) + companyIndex * 5
  const lastname = last[lastIndex % last.length] ?? ''
  return {
    firstname,
    lastname,
    email: `${addressOf(firstname, lastname, number)}@${domain}.example`,
  }
}

function addressOf(firstname: string, lastname: string, number: number): string {
  const latin = `${firstname}.${lastname}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return /^[a-z.]+$/.test(latin) ? latin : `office${number + 1}`
}

const localeOf = ({ locale, timezone }: SampleCompany) => ({ preferredLanguage: locale, timezone })

/** Returns a passkey whose private key does not exist. */
function unusablePasskey(userId: string) {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  // COSE (RFC 9052): an ES256 key on P-256.
  const publicKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  return {
    userId,
    rpId: config.passkeys.users.rpId,
    credentialId: randomBytes(16),
    publicKey,
    signCount: 0,
    transports: ['internal', 'hybrid'],
    backupEligible: true,
    backedUp: true,
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'Phone',
    addedWith: ['pwd', 'otp'],
  }
}
