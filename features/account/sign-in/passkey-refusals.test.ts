import { deepEqual, equal, ok } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { adminLogins } from '#domain/sign-in/login.ts'
import { createPasskeyChallenge } from '#domain/passkeys/passkey-challenge.ts'
import { db, rows, scalar, transaction, type Db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { untilLocked } from '#test/locks.ts'
import { deleteRows, now, updateRows } from '#test/rows.ts'
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

/** Returns the names of the rate limits that have counted failures for an account or IP address. */
function countedAt(key: string): Promise<string[]> {
  return rows<{ name: string }>(db)`
    select name from rate_limits where key = ${key} and counted <> '{}' order by name`.then(
    (limits) => limits.map(({ name }) => name),
  )
}

/** Returns the refusal reasons in the audit log, oldest first. */
async function reasonsOf({ id }: Pick<TestUser, 'id'>): Promise<unknown[]> {
  const refusals = (await auditOf(id)).filter(({ action }) => action === 'passkey_refused')
  return refusals.map(({ data }) => data['reason'])
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
  test(`a passkey with ${name} is refused, counted against address and account, and audited`, async () => {
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

test('401204 an unknown passkey gets its own fault, counts only against the address, and is audited without an account', async () => {
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
  const entries = await rows(db)`
    select target_id, data->>'reason' as reason from audit_log
    where action = 'passkey_refused' and ip_address = ${ipAddress}`
  deepEqual(entries, [{ targetId: null, reason: 'unknown' }])
})

test('an address is blocked after ten wrong passkeys', async () => {
  const laptop = await visitor({ ipAddress: '203.0.113.41' })
  const authenticator = createSoftwareAuthenticator('http://localhost:8080')
  const attempt = () => logInByPasskey(laptop, authenticator, { userHandle: 'AAAA' })
  for (let count = 0; count < 10; count += 1) await refusedWith(wrongPasskey, attempt())
  await refusedWith(errorCodes.addressBlocked, attempt())
})

test('five wrong passkeys lock an account for new browsers, but not for a known browser', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const knownBrowser = await visitor()
  await logInByPasskey(knownBrowser, authenticator)
  for (let count = 0; count < 5; count += 1) {
    const stranger = await visitor()
    await refusedWith(wrongPasskey, logInByPasskey(stranger, authenticator, { key: foreignKey }))
  }
  await refusedWith(wrongPasskey, logInByPasskey(await visitor(), authenticator))
  equal((await reasonsOf(ada)).at(-1), 'account locked')
  await logInByPasskey(knownBrowser, authenticator)
})

test('401205 a replayed response is refused and audited, and does not disable the passkey', async () => {
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

test('a response is refused in a browser that did not request its challenge', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const response = authenticator.assert(await passkeyOptionsAt(await visitor()))
  const thief = await visitor()
  await refusedWith(ceremonyExpired, thief.call(passkeyLogin, { body: { response } }))
  deepEqual(await reasonsOf(ada), ['foreign challenge'])
  deepEqual(await countedAt(ada.id), ['accountCode'])
})

test('a response to an expired challenge is refused and does not lock the account', async () => {
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

test('a response to a challenge of one step is refused in another step and another attempt', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const laptop = await atCode(ada)
  const options = await laptop.call(beginSecondPasskey, { body: {} })
  const response = authenticator.assert(options)
  await refusedWith(ceremonyExpired, laptop.call(passkeyLogin, { body: { response } }))
  const passkey = authenticator.assert(await passkeyOptionsAt(laptop))
  await refusedWith(ceremonyExpired, laptop.call(verifyCode, { body: { passkey } }))
  const other = await atCode(ada)
  const secondAttempt = authenticator.assert(options)
  await refusedWith(ceremonyExpired, other.call(verifyCode, { body: { passkey: secondAttempt } }))
})

test('a sign counter that did not increase disables the passkey, refuses the login, and is mailed and audited', async () => {
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

test('a passkey that is disabled or removed during a login is not audited as copied', async () => {
  const changes = {
    disabled: (tx: Db, userId: string) =>
      updateRows('passkeys', { userId }, { disabledAt: now }, tx),
    unknown: (tx: Db, userId: string) => deleteRows('passkeys', { userId }, tx),
  }
  for (const [reason, change] of Object.entries(changes)) {
    const ada = await addUser()
    const authenticator = await givePasskey(ada)
    const laptop = await visitor()
    let login: Promise<unknown> = Promise.resolve()
    await transaction(db, async (tx) => {
      await change(tx, ada.id)
      login = logInByPasskey(laptop, authenticator)
      await untilLocked(1)
    })
    await refusedWith(wrongPasskey, login)
    deepEqual(await reasonsOf(ada), [reason])
  }
})

test('a disabled passkey does not show that its account is deactivated', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await updateRows('passkeys', { userId: ada.id }, { disabledAt: now })
  await updateRows('users', { id: ada.id }, { active: false })
  const login = logInByPasskey(await visitor(), authenticator)
  deepEqual((await refusedWith(wrongPasskey, login)).faults, plain)
  deepEqual(await reasonsOf(ada), ['disabled'])
})

test("another user's passkey as second factor is refused and counts against the account that is logging in", async () => {
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

test('a login attempt expires after five wrong passkeys', async () => {
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

test('a passkey of the other area is refused, but not as unknown', async () => {
  const [ada, grace] = [await addUser(), await addAdmin()]
  const [userPasskey, adminPasskey] = [await givePasskey(ada), await giveAdminPasskey(grace)]
  const asUser = await refusedWith(wrongPasskey, logInByPasskey(await visitor(), adminPasskey))
  deepEqual(asUser.faults, plain)
  const { mode } = adminLogins.passkeys
  adminLogins.passkeys.mode = 'whole'
  try {
    const asAdmin = await refusedWith(
      wrongPasskey,
      logInAdminByPasskey(await visitor(), userPasskey),
    )
    deepEqual(asAdmin.faults, plain)
  } finally {
    adminLogins.passkeys.mode = mode
  }
  deepEqual(await reasonsOf(ada), ['other account'])
  deepEqual(await reasonsOf(grace), ['other account'])
  equal(await isEnabled(userPasskey), true)
})
