import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminAccount, stepUp } from '#contract/admin.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { beginAdminStepUp } from '#contract/step-up.ts'
import { adminLogins } from '#domain/sign-in/login.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { db, row, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { giveAdminPasskey, givePasskey, logInAdminByPasskey } from '#test/passkeys.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, type Visitor } from '#test/people.ts'
import { backdate } from '#test/rows.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { endAdminSession, listAdminSessions } from '../admin-account/contract.ts'
import { addPasskey } from './add.ts'
import { beginPasskey, passkeyCalls } from './contract.ts'

const calls = passkeyCalls.admin
const [origin = ''] = adminLogins.passkeys.origins

/** Adds a passkey in the way the admin's account page does. */
async function add({ call }: Visitor) {
  const authenticator = createSoftwareAuthenticator(origin)
  const response = authenticator.register(await call(calls.begin, { body: {} }))
  return { authenticator, ...(await call(calls.add, { body: { response } })) }
}

const remove = ({ call }: Visitor, id: string) => call(calls.remove, { params: { id }, body: {} })

test('an admin adds, renames and removes a passkey, which works as first factor and for step-up', async () => {
  const grace = await addAdmin()
  const laptop = await logInAdmin(grace)
  const { authenticator, passkey, recoveryCodes } = await add(laptop)
  deepEqual([passkey.current, recoveryCodes?.length], [true, 10])
  equal((await laptop.call(getAdminAccount, {})).mfa.passkeys, 1)
  equal((await logInAdminByPasskey(laptop, authenticator)).next, 'verify-mfa')

  await backdate('admin_sessions', { adminId: grace.id }, '6 minutes')
  const refusal = await refusedWith(errorCodes.stepUpRequired, remove(laptop, passkey.id))
  deepEqual(refusal.proofs, ['passkey', 'otp'])
  const options = await laptop.call(beginAdminStepUp, { body: {} })
  await laptop.call(stepUp, { body: { passkey: authenticator.assert(options) } })

  await laptop.call(calls.rename, { params: { id: passkey.id }, body: { name: 'Blue key' } })
  const [listed] = await laptop.call(calls.list, {})
  deepEqual([listed?.name, listed?.userHandle], ['Blue key', userHandleOf(grace.id)])
  notEqual(listed?.lastUsedAt, null)
  deepEqual((await remove(laptop, passkey.id)).credentialIds, [])
  await refusedWith(errorCodes.wrongPasskey, logInAdminByPasskey(laptop, authenticator))
  const actions = (await auditOf(grace.id)).map(({ action }) => action)
  deepEqual(
    actions.filter((each) => each.startsWith('passkey_')),
    ['passkey_added', 'passkey_renamed', 'passkey_removed'],
  )
  const mails = await rows<{ kind: string }>(db)`
    select kind from mails where user_id = ${grace.id} and kind like 'passkey-%' order by created_at`
  deepEqual(
    mails.map(({ kind }) => kind),
    ['passkey-added', 'passkey-removed'],
  )
})

test('a passkey of an admin records the methods of its session and step-up without duplicates', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  const laptop = await logInAdmin(grace, { hasRecentStepUp: false })
  for (let times = 0; times < 2; times += 1) {
    const options = await laptop.call(beginAdminStepUp, { body: {} })
    await laptop.call(stepUp, { body: { passkey: authenticator.assert(options) } })
  }
  const { passkey } = await add(laptop)
  const added = await row<{ addedWith: string[] }>(db)`
    select added_with from passkeys where id = ${passkey.id}`
  deepEqual(added?.addedWith, ['pwd', 'otp', 'hwk', 'user'])
})

test('409005 the last second factor of an admin cannot be removed', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  await giveAdminPasskey(grace)
  const laptop = await logInAdmin(grace)
  const [passkey] = await laptop.call(calls.list, {})
  await refusedWith(errorCodes.lastWayIn, remove(laptop, passkey?.id ?? ''))
  equal((await laptop.call(calls.list, {})).length, 1)
})

test('admins and users can neither see nor change a passkey of another account', async () => {
  const [grace, mary, ada] = [await addAdmin(), await addAdmin(), await addUser()]
  await giveAdminPasskey(grace)
  await givePasskey(ada)
  const [ofGrace] = await (await logInAdmin(grace)).call(calls.list, {})
  const [ofAda] = await (await logIn(ada)).call(passkeyCalls.user.list, {})
  const foreign = await logInAdmin(mary)
  deepEqual(await foreign.call(calls.list, {}), [])
  for (const id of [ofGrace?.id ?? '', ofAda?.id ?? '', 'unknown']) {
    await refusedWith(commonErrors.notFound, remove(foreign, id))
    const body = { name: 'Mine' }
    await refusedWith(commonErrors.notFound, foreign.call(calls.rename, { params: { id }, body }))
  }
  await refusedWith(commonErrors.notLoggedIn, (await logIn(ada)).call(calls.list, {}))
  await refusedWith(commonErrors.notLoggedIn, foreign.call(beginPasskey, { body: {} }))
})

test("a passkey is not added if the admin's session ends during its registration", async () => {
  const grace = await addAdmin()
  const [laptop, phone] = [await logInAdmin(grace), await logInAdmin(grace)]
  const authenticator = createSoftwareAuthenticator(origin)
  const response = authenticator.register(await laptop.call(calls.begin, { body: {} }))
  const other = (await phone.call(listAdminSessions, {})).find(({ current }) => !current)
  const sessionId = other?.id ?? ''
  await phone.call(endAdminSession, { params: { id: sessionId }, body: {} })
  // A call that was authorized just before the session ended.
  const caller = {
    kind: 'admin' as const,
    adminId: grace.id,
    sessionId,
    minutesSinceStepUp: 0,
    ipAddress: '192.0.2.1',
    userAgent: '',
    requestId: '',
    expiresAt: new Date(),
    roles: [],
    isSuspended: false,
    methods: [],
    permissions: [],
    findProofs: async () => [],
  }
  await refusedWith(commonErrors.notLoggedIn, addPasskey(db, caller, { response }))
  deepEqual(await phone.call(calls.list, {}), [])
})

test('with ADMIN_PASSKEYS=off, or with an identity provider, an admin cannot add a passkey', async () => {
  const laptop = await logInAdmin(await addAdmin())
  const { passkeys } = adminLogins
  const { mode } = passkeys
  passkeys.mode = 'off'
  try {
    await refusedWith(commonErrors.notFound, laptop.call(calls.begin, { body: {} }))
  } finally {
    passkeys.mode = mode
  }
})
