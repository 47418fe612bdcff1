// own process: deletes all passkeys
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { maxPasskeys } from '#contract/account-limits.ts'
import { config } from '#server/config.ts'
import { readDatabaseClock } from '#server/database-clock.ts'
import { db, scalars, transaction } from '#server/db.ts'
import { withClockAhead } from '#test/clock.ts'
import { addUser } from '#test/people.ts'
import { deleteRows } from '#test/rows.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import {
  consumePasskeyChallenge,
  createPasskeyChallenge,
  isChallengeFor,
} from './passkey-challenge.ts'
import {
  addPasskey,
  disablePasskey,
  findPasskey,
  listPasskeys,
  recordPasskeyUse,
  removePasskey,
  renamePasskey,
  requireKnownHosts,
  type Passkey,
} from './passkey.ts'
import {
  assertionOptionsOf,
  registrationOptionsOf,
  userHandleOf,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts'

const party = { rpId: 'id.example.com', origins: ['https://id.example.com'] }
const binding = { ceremony: 'login', rpId: party.rpId, owner: 'visitor' } as const
const owner = { email: 'ada@example.com', name: 'Ada' }

type AuthenticatorSettings = Parameters<typeof createSoftwareAuthenticator>[1]

async function newPasskey(userId: string = randomUUID(), settings: AuthenticatorSettings = {}) {
  const authenticator = createSoftwareAuthenticator(party.origins[0]!, settings)
  const options = registrationOptionsOf(party, 'c2F5', { ...owner, id: userId }, [])
  const registered = (await verifyRegistration(authenticator.register(options), party))!
  const passkey = { ...registered, id: '', userId, name: 'Key', isDisabled: false }
  return { authenticator, registered, passkey: passkey satisfies Passkey }
}

async function storePasskey(userId: string, rpId = party.rpId): Promise<string | undefined> {
  const { registered } = await newPasskey(userId)
  const passkey = { ...registered, rpId, userId, name: 'Key', addedWith: ['otp'] }
  return transaction(db, (tx) => addPasskey(tx, passkey))
}

function assertionOptions() {
  return assertionOptionsOf(party, createPasskeyChallenge(binding, 5))
}

test('an assertion of a new passkey is verified', async () => {
  const { authenticator, passkey, registered } = await newPasskey()
  deepEqual(
    [registered.backupEligible, registered.backedUp, registered.signCount],
    [false, false, 0],
  )
  const assertion = authenticator.assert(assertionOptions())
  deepEqual(await verifyAssertion(passkey, assertion, party), { signCount: 1, backedUp: false })
})

test('an assertion for a foreign origin, host, key or account, unverified or embedded, is refused', async () => {
  const { authenticator, passkey } = await newPasskey()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const [changed, refused] of [
    [{ origin: 'https://evil.example.com' }, 'invalid'],
    [{ origin: 'https://id.example.com.evil.com' }, 'invalid'],
    [{ rpId: 'example.com' }, 'invalid'],
    [{ isUserVerified: false }, 'invalid'],
    [{ key: privateKey }, 'invalid'],
    [{ isEmbedded: true }, 'embedded page'],
    [{ userHandle: userHandleOf(randomUUID()) }, 'other account'],
    [{ backupEligible: true }, 'backup flag changed'],
  ] as const) {
    const assertion = authenticator.assert(assertionOptions(), changed)
    const result = await verifyAssertion(passkey, assertion, party)
    deepEqual(result, { refused }, JSON.stringify(changed))
  }
  const other = authenticator.assert(assertionOptions())
  const { clientDataJSON } = authenticator.assert(assertionOptions()).response
  const mixed = { ...other, response: { ...other.response, clientDataJSON } }
  deepEqual(await verifyAssertion(passkey, mixed, party), { refused: 'invalid' })
})

test('a registration with a foreign origin or host, or with malformed data, is refused', async () => {
  const authenticator = createSoftwareAuthenticator(party.origins[0]!)
  const options = registrationOptionsOf(party, 'c2F5', { ...owner, id: randomUUID() }, [])
  for (const changed of [
    { origin: 'https://evil.example.com' },
    { rpId: 'example.com' },
    { isUserVerified: false },
    { isEmbedded: true },
  ])
    equal(await verifyRegistration(authenticator.register(options, changed), party), undefined)
  const { response, ...rest } = authenticator.register(options)
  for (const broken of [{ clientDataJSON: 'bnVsbA' }, { attestationObject: 'o2NmbXQ' }]) {
    const malformed = { ...rest, response: { ...response, ...broken } }
    equal(await verifyRegistration(malformed, party), undefined)
  }
})

test('registration options list fixed algorithms and require discoverable passkeys', () => {
  const options = registrationOptionsOf(party, 'c2F5', { ...owner, id: randomUUID() }, [])
  deepEqual(
    options.pubKeyCredParams.map(({ alg }) => alg),
    [-8, -7, -257],
  )
  equal(options.authenticatorSelection.residentKey, 'required')
  deepEqual(assertionOptions().allowCredentials, [])
})

test('a challenge is valid only for its ceremony, host and owner', () => {
  const challenge = createPasskeyChallenge(binding, 5)
  ok(isChallengeFor(binding, challenge))
  for (const other of [
    { ceremony: 'step-up' as const },
    { rpId: 'example.com' },
    { owner: 'other' },
  ])
    equal(isChallengeFor({ ...binding, ...other }, challenge), false)
  const otherStart = challenge.startsWith('A') ? 'B' : 'A'
  for (const forged of ['', 'AAAA', `${otherStart}${challenge.slice(1)}`, 'A'.repeat(75)])
    equal(isChallengeFor(binding, forged), false, forged)
})

test('LI-05 only one of twenty concurrent uses of a challenge succeeds, in any spelling', async () => {
  const challenge = createPasskeyChallenge(binding, 5)
  const spelled = (count: number) => (count % 2 ? challenge : `${challenge}=`)
  const uses = Array.from({ length: 20 }, (_, count) => consumePasskeyChallenge(db, spelled(count)))
  equal((await Promise.all(uses)).filter(Boolean).length, 1)
})

test('an expired challenge cannot be used', async () => {
  equal(await consumePasskeyChallenge(db, createPasskeyChallenge(binding, -1)), false)
})

test('3S13: a challenge expires by the clock of the database, whatever the clock of the server says', async () => {
  await readDatabaseClock(db)
  for (const minutes of [-180, 180]) {
    const isUsable = async (lifetime: number) =>
      consumePasskeyChallenge(
        db,
        await withClockAhead(minutes, () => createPasskeyChallenge(binding, lifetime)),
      )
    deepEqual([await isUsable(1), await isUsable(-1)], [true, false], `${minutes} minutes`)
  }
})

test('a use of a passkey fails unless its counter increases or has always been zero', async () => {
  const { id } = await addUser()
  const passkey = (await storePasskey(id))!
  const use = (signCount: number) => recordPasskeyUse(db, passkey, { signCount, backedUp: false })
  deepEqual([await use(0), await use(0), await use(7)], [true, true, true])
  deepEqual([await use(7), await use(6), await use(0)], [false, false, false])
  const uses = Array.from({ length: 20 }, () => use(8))
  equal((await Promise.all(uses)).filter(Boolean).length, 1)
  await transaction(db, (tx) => disablePasskey(tx, passkey))
  equal(await use(9), false)
})

test('an account never exceeds ten passkeys, even if they are added concurrently', async () => {
  const { id } = await addUser()
  const added = await Promise.all(Array.from({ length: 14 }, () => storePasskey(id)))
  equal(added.filter(Boolean).length, maxPasskeys)
  equal((await listPasskeys(db, id)).length, maxPasskeys)
})

test('a passkey belongs to one account, and only that account can rename or remove it', async () => {
  const [ada, mia] = [await addUser(), await addUser()]
  const { registered } = await newPasskey(ada.id)
  const add = (userId: string) =>
    transaction(db, (tx) => addPasskey(tx, { ...registered, userId, name: 'Key', addedWith: [] }))
  const id = (await add(ada.id))!
  equal(await add(mia.id), undefined)
  equal((await findPasskey(db, party.rpId, registered.credentialId))?.userId, ada.id)
  equal(await findPasskey(db, 'example.com', registered.credentialId), undefined)
  const rename = (userId: string, name: string) =>
    transaction(db, (tx) => renamePasskey(tx, userId, id, name))
  equal(await rename(mia.id, 'Mine'), undefined)
  equal(await transaction(db, (tx) => removePasskey(tx, mia.id, id)), undefined)
  equal(await rename(ada.id, 'Laptop'), 'Key')
  deepEqual(await scalars(db)`select name from passkeys where user_id = ${ada.id}`, ['Laptop'])
  equal((await transaction(db, (tx) => removePasskey(tx, ada.id, id)))?.name, 'Laptop')
})

test('requireKnownHosts throws after a change of the passkey host, unless PASSKEY_RP_ID_OLD names the old one', async () => {
  await deleteRows('passkeys', {})
  const { id } = await addUser()
  await storePasskey(id, config.passkeys.users.rpId)
  await requireKnownHosts(db)
  await storePasskey(id, 'old.example.com')
  await rejects(requireKnownHosts(db), /PASSKEY_RP_ID is localhost, but .* old\.example\.com/)
  Object.assign(config, { passkeyRpIdOld: 'old.example.com' })
  await requireKnownHosts(db)
  Object.assign(config, { passkeyRpIdOld: undefined })
})
