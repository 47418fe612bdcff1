import { deepEqual, equal, ok } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { adminLogins } from '#domain/login.ts'
import { createPasskeyChallenge } from '#domain/passkey-challenge.ts'
import { db, rows, scalar } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { atCode } from '#test/second-factor.ts'
import { addAdmin, addUser, refusedWith, visitor, type TestUser } from '#test/people.ts'
import {
  passkeyOptionsAt,
  giveAdminPasskey,
  givePasskey,
  isEnabled,
  logInAdminByPasskey,
  logInByPasskey,
} from '#test/passkeys.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { verifyCode } from './contract.ts'
import { beginSecondPasskey, passkeyLogin } from './passkey-contract.ts'

const { ceremonyExpired, wrongPasskey } = errorCodes
const plain = [{ code: wrongPasskey }]

/** Failures that are counted at an account or an address. */
function countedAt(key: string): Promise<string[]> {
  return rows<{ name: string }>(db)`
    select name from rate_limits where key = ${key} and tries <> '{}' order by name`.then((found) =>
    found.map(({ name }) => name),
  )
}

/** The reasons in the audit log, oldest first. */
async function reasonsOf({ id }: Pick<TestUser, 'id'>): Promise<unknown[]> {
  const refused = (await auditOf(id)).filter(({ action }) => action === 'passkey_refused')
  return refused.map(({ data }) => data['reason'])
}

async function sessionsOf({ id }: TestUser): Promise<number> {
  return (await scalar<number>(db)`select count(*)::int from sessions where user_id = ${id}`) ?? 0
}

const { privateKey: foreignKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const forgeries = {
  'a forged signature': [{ key: foreignKey }, 'invalid'],
  'a foreign origin': [{ origin: 'https://login.example' }, 'invalid'],
  'a foreign host': [{ rpId: 'login.example' }, 'invalid'],
  'a person who was not verified': [{ isUserVerified: false }, 'invalid'],
  'a page in a frame of another site': [{ isEmbedded: true }, 'embedded page'],
  'another user handle': [{ userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'other account'],
  'a changed backup flag': [{ backupEligible: true }, 'backup flag changed'],
} as const

for (const [name, [changed, reason]] of Object.entries(forgeries)) {
  test(`a passkey with ${name} is refused, counted at address and account, and audited`, async () => {
    const ada = await addUser()
    const authenticator = await givePasskey(ada)
    const ipAddress = `203.0.113.${10 + Object.keys(forgeries).indexOf(name)}`
    const laptop = await visitor({ ipAddress })
    const refusal = await refusedWith(wrongPasskey, logInByPasskey(laptop, authenticator, changed))
    deepEqual(refusal.faults, plain)
    deepEqual(await countedAt(ada.id), ['accountCode'])
    ok((await countedAt(ipAddress)).includes('addressFailures'))
    deepEqual(await reasonsOf(ada), [reason])
    equal(await sessionsOf(ada), 0)
    await logInByPasskey(laptop, authenticator)
    deepEqual(await countedAt(ada.id), [])
  })
}

test('401204 an unknown passkey is called so, counted at the address alone, and no account is named', async () => {
  const ipAddress = '203.0.113.40'
  const laptop = await visitor({ ipAddress })
  const authenticator = createSoftwareAuthenticator('http://localhost:8080')
  const userHandle = 'AAAAAAAAAAAAAAAAAAAAAA'
  const refusal = await refusedWith(
    wrongPasskey,
    logInByPasskey(laptop, authenticator, { userHandle }),
  )
  deepEqual(refusal.faults, [{ code: wrongPasskey, rule: 'unknownPasskey' }])
  deepEqual(await countedAt(ipAddress), ['addressFailures', 'passkeyChallenges'])
  const recorded = await rows(db)`
    select target_id, data->>'reason' as reason from audit_log
    where action = 'passkey_refused' and ip_address = ${ipAddress}`
  deepEqual(recorded, [{ targetId: null, reason: 'unknown' }])
})

test('an address is blocked after ten wrong passkeys', async () => {
  const laptop = await visitor({ ipAddress: '203.0.113.41' })
  const authenticator = createSoftwareAuthenticator('http://localhost:8080')
  const tryIt = () => logInByPasskey(laptop, authenticator, { userHandle: 'AAAA' })
  for (let count = 0; count < 10; count += 1) await refusedWith(wrongPasskey, tryIt())
  await refusedWith(errorCodes.addressBlocked, tryIt())
})

test('five wrong passkeys lock an account for new browsers, not for the known one', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const known = await visitor()
  await logInByPasskey(known, authenticator)
  for (let count = 0; count < 5; count += 1) {
    const stranger = await visitor()
    await refusedWith(wrongPasskey, logInByPasskey(stranger, authenticator, { key: foreignKey }))
  }
  await refusedWith(wrongPasskey, logInByPasskey(await visitor(), authenticator))
  equal((await reasonsOf(ada)).at(-1), 'account locked')
  await logInByPasskey(known, authenticator)
})

test('401205 an answer counts once: a replay is refused and audited, and disables nothing', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await visitor()
  const response = authenticator.assert(await passkeyOptionsAt(laptop))
  await laptop.call(passkeyLogin, { body: { response } })
  await refusedWith(ceremonyExpired, laptop.call(passkeyLogin, { body: { response } }))
  deepEqual(await reasonsOf(ada), ['used challenge'])
  equal(await sessionsOf(ada), 1)
  equal(await isEnabled(authenticator), true)
  await logInByPasskey(laptop, authenticator)
})

test('an answer counts for the browser that asked: another one is refused', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const response = authenticator.assert(await passkeyOptionsAt(await visitor()))
  const thief = await visitor()
  await refusedWith(ceremonyExpired, thief.call(passkeyLogin, { body: { response } }))
  deepEqual(await reasonsOf(ada), ['foreign challenge'])
  deepEqual(await countedAt(ada.id), ['accountCode'])
})

test('an answer to an expired challenge is refused, and the account is not locked by it', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await visitor()
  const { rpId } = await passkeyOptionsAt(laptop)
  const owner = laptop.cookies.get('portico-visitor') ?? ''
  const challengeOf = (minutes: number) =>
    createPasskeyChallenge({ ceremony: 'login', rpId, owner }, minutes)
  const late = authenticator.assert(await passkeyOptionsAt(laptop), { challenge: challengeOf(-1) })
  await refusedWith(ceremonyExpired, laptop.call(passkeyLogin, { body: { response: late } }))
  const inTime = authenticator.assert(await passkeyOptionsAt(laptop), { challenge: challengeOf(1) })
  await laptop.call(passkeyLogin, { body: { response: inTime } })
})

test('an answer to a question of the second step, or of another kind, is no login', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await atCode(ada)
  const options = await laptop.call(beginSecondPasskey, { body: {} })
  const response = authenticator.assert(options)
  await refusedWith(ceremonyExpired, laptop.call(passkeyLogin, { body: { response } }))
  const passkey = authenticator.assert(await passkeyOptionsAt(laptop))
  await refusedWith(ceremonyExpired, laptop.call(verifyCode, { body: { passkey } }))
  const other = await atCode(ada)
  const ofOther = authenticator.assert(options)
  await refusedWith(ceremonyExpired, other.call(verifyCode, { body: { passkey: ofOther } }))
})

test('a fallen counter disables the passkey, with a mail and a row, and is refused before it opens a session', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await logInByPasskey(await visitor(), authenticator, { signCount: 7 })
  const laptop = await visitor()
  await refusedWith(wrongPasskey, logInByPasskey(laptop, authenticator, { signCount: 7 }))
  equal(await isEnabled(authenticator), false)
  equal(await sessionsOf(ada), 1)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  deepEqual(actions, ['login_succeeded', 'passkey_disabled', 'passkey_refused'])
  const mails = await rows(db)`
    select kind from mails where to_address = ${ada.email} and kind = 'passkey-disabled'`
  equal(mails.length, 1)
  await refusedWith(wrongPasskey, logInByPasskey(laptop, authenticator, { signCount: 9 }))
  deepEqual(await reasonsOf(ada), ['copied', 'disabled'])
})

test('as a second factor the passkey of another person is refused, and counts at the account that is logged in', async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  await givePasskey(ada)
  const foreign = await givePasskey(mallory)
  const laptop = await atCode(ada)
  const passkey = foreign.assert(await laptop.call(beginSecondPasskey, { body: {} }))
  const refusal = await refusedWith(wrongPasskey, laptop.call(verifyCode, { body: { passkey } }))
  deepEqual(refusal.faults, plain)
  deepEqual(await countedAt(ada.id), ['accountCode'])
  deepEqual(await countedAt(mallory.id), [])
  deepEqual(await reasonsOf(ada), ['other account'])
  equal(await sessionsOf(ada), 0)
})

test('a login attempt accepts five wrong passkeys', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await atCode(ada)
  const send = async (changed = {}) => {
    const options = await laptop.call(beginSecondPasskey, { body: {} })
    return laptop.call(verifyCode, { body: { passkey: authenticator.assert(options, changed) } })
  }
  for (let count = 0; count < 5; count += 1)
    await refusedWith(wrongPasskey, send({ key: foreignKey }))
  await refusedWith(errorCodes.loginExpired, send())
})

test('a passkey of the other area opens nothing, and is not called unknown', async () => {
  const [ada, grace] = [await addUser(), await addAdmin()]
  const [ofUser, ofAdmin] = [await givePasskey(ada), await giveAdminPasskey(grace)]
  const asUser = await refusedWith(wrongPasskey, logInByPasskey(await visitor(), ofAdmin))
  deepEqual(asUser.faults, plain)
  const { mode } = adminLogins.passkeys
  adminLogins.passkeys.mode = 'whole'
  try {
    const asAdmin = await refusedWith(wrongPasskey, logInAdminByPasskey(await visitor(), ofUser))
    deepEqual(asAdmin.faults, plain)
  } finally {
    adminLogins.passkeys.mode = mode
  }
  deepEqual(await reasonsOf(ada), ['other account'])
  deepEqual(await reasonsOf(grace), ['other account'])
  equal(await isEnabled(ofUser), true)
})
