// own process: sets SECURITY_PROFILE
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['SECURITY_PROFILE'] = 'psd2'
const { stepUp } = await import('#contract/admin.ts')
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { beginAdminStepUp, beginStepUp, stepUpUser } = await import('#contract/step-up.ts')
const { config } = await import('#server/config.ts')
const { auditOf } = await import('#test/audit.ts')
const people = await import('#test/people.ts')
const { addAdmin, addUser, codeOf, giveRecoveryCodes, logIn, logInAdmin, refusedWith, visitor } =
  people
const { giveAdminPasskey, givePasskey, logInByPasskey } = await import('#test/passkeys.ts')
const { forgetLastCode } = await import('#test/second-factor.ts')
const { backdate, deleteRows, updateRows } = await import('#test/rows.ts')
const { renewAdminCodes } = await import('../admin-account/contract.ts')
const { beginReset } = await import('../recovery/contract.ts')
const { renewCodes } = await import('../two-factor/contract.ts')
const { verifyCode } = await import('./contract.ts')
type TestUser = import('#test/people.ts').TestUser
type Visitor = import('#test/people.ts').Visitor

const { stepUpFailed, stepUpRequired, wrongCode, wrongPasskey } = errorCodes
const wrongPassword = 'Wrong-Harbour-1'

/** A call that needs step-up authentication. */
const change = ({ call }: Visitor) => call(renewCodes, { body: {} })

async function proofsFor(browser: Visitor) {
  return (await refusedWith(stepUpRequired, change(browser))).proofs
}

async function longLoggedIn(user: TestUser): Promise<Visitor> {
  const browser = await logIn(user)
  await backdate('sessions', { userId: user.id }, '6 minutes')
  return browser
}

test('psd2: a code alone and a password alone open nothing, both together do', async () => {
  const ada = await addUser()
  const laptop = await longLoggedIn(ada)
  const otp = codeOf(ada.secret)
  for (const body of [{ otp }, { password: ada.password }]) {
    const { proofs } = await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
    deepEqual(proofs, ['password-otp'])
    deepEqual(await proofsFor(laptop), ['password-otp'])
  }
  // The code was not used up.
  const body = { password: ada.password, otp }
  deepEqual((await laptop.call(stepUpUser, { body })).methods, ['pwd', 'otp'])
  await change(laptop)
})

test('psd2: what a session has shown counts by its kinds, not by its number', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  for (const [methods, opens] of [
    [['pwd', 'otp'], true],
    [['hwk', 'user'], true],
    [['otp'], false],
    [['pwd'], false],
    [['pwd', 'recovery'], false],
    [[], false],
  ] as const) {
    await updateRows('sessions', { userId: ada.id }, { verifiedMethods: methods })
    await deleteRows('rate_limits', {})
    if (opens) await change(laptop)
    else deepEqual(await proofsFor(laptop), ['password-otp'], methods.join())
  }
})

test('psd2: a wrong password and a wrong code are one refusal, count, and use up no code', async () => {
  const ada = await addUser()
  const laptop = await longLoggedIn(ada)
  const otp = codeOf(ada.secret)
  const wrong = [
    { password: wrongPassword, otp },
    { password: ada.password, otp: '000000' },
    { password: wrongPassword, otp: '000000' },
  ]
  const told = []
  for (const body of wrong) {
    const error = await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
    told.push([error.faults, error.proofs])
  }
  const [first] = told
  deepEqual(first, [[{ code: stepUpFailed }], undefined])
  for (const each of told) deepEqual(each, first)
  await laptop.call(stepUpUser, { body: { password: ada.password, otp } })
})

test('psd2: five failures in a row end the session, whichever of the two was right', async () => {
  const ada = await addUser()
  const laptop = await longLoggedIn(ada)
  for (let count = 0; count < 5; count += 1) {
    equal(await laptop.isLoggedIn(), true)
    const body = { password: count % 2 ? wrongPassword : ada.password, otp: '000000' }
    await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
  }
  equal(await laptop.isLoggedIn(), false)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  equal(actions.filter((action) => action === 'step_up_refused').length, 5)
})

test('psd2: a passkey of the device is two kinds, a synced one in a known browser alone', async () => {
  const [ada, bob] = [await addUser(), await addUser()]
  const ofDevice = await givePasskey(ada)
  const laptop = await longLoggedIn(ada)
  deepEqual(await proofsFor(laptop), ['passkey', 'password-otp'])
  await showPasskey(laptop, ofDevice)
  await change(laptop)

  const synced = await givePasskey(bob, { backupEligible: true, hasCounter: false })
  // A copy of the cookie, in a browser that bob has never logged in with.
  const copy = await longLoggedIn(bob)
  await refusedWith(wrongPasskey, showPasskey(copy, synced))
  await proofsFor(copy)
  const known = await visitor()
  await logInByPasskey(known, synced)
  await known.call(verifyCode, { body: { password: bob.password } })
  await backdate('sessions', { userId: bob.id }, '6 minutes')
  await showPasskey(known, synced)
  await change(known)

  config.passkeySynced = 'deny'
  try {
    await backdate('sessions', { userId: bob.id }, '6 minutes')
    deepEqual(await proofsFor(known), ['password-otp'])
    const { proofs } = await refusedWith(wrongPasskey, showPasskey(known, synced))
    deepEqual(proofs, ['password-otp'])
    await showPasskey(laptop, ofDevice)
  } finally {
    config.passkeySynced = 'known-browser'
  }
})

test('psd2: an account with a password alone has nothing to show', async () => {
  const eve = await addUser({ hasSecondFactor: false })
  const laptop = await longLoggedIn(eve)
  deepEqual(await proofsFor(laptop), [])
  const sent = { body: { password: eve.password } }
  await refusedWith(stepUpFailed, laptop.call(stepUpUser, sent))
})

test('psd2: an admin too shows password and code, or a passkey', async () => {
  const grace = await addAdmin()
  const office = await logInAdmin(grace, { hasRecentStepUp: false })
  const renew = () => office.call(renewAdminCodes, { body: {} })
  const otp = codeOf(grace.secret)
  deepEqual((await refusedWith(stepUpRequired, renew())).proofs, ['password-otp'])
  await refusedWith(stepUpFailed, office.call(stepUp, { body: { otp } }))
  const wrong = { body: { password: wrongPassword, otp } }
  const { faults } = await refusedWith(stepUpFailed, office.call(stepUp, wrong))
  deepEqual(faults, [{ code: stepUpFailed }])
  await refusedWith(stepUpRequired, renew())
  await office.call(stepUp, { body: { password: grace.password, otp } })
  await renew()

  await backdate('admin_sessions', { adminId: grace.id }, '6 minutes')
  const own = await giveAdminPasskey(grace)
  deepEqual((await refusedWith(stepUpRequired, renew())).proofs, ['passkey', 'password-otp'])
  const passkey = own.assert(await office.call(beginAdminStepUp, { body: {} }))
  await office.call(stepUp, { body: { passkey } })
  await renew()
})

test('psd2: the authenticator is replaced with the password beside its code or a recovery code', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const laptop = await logIn(ada)
  const otp = codeOf(ada.secret)
  for (const body of [{ otp }, { recoveryCode }]) {
    const { faults } = await refusedWith(
      commonErrors.invalidInput,
      laptop.call(beginReset, { body }),
    )
    deepEqual(faults, [{ code: commonErrors.invalidInput, field: 'password', rule: 'required' }])
  }
  for (const body of [
    { otp, password: wrongPassword },
    { recoveryCode, password: wrongPassword },
    { otp: '000000', password: ada.password },
  ]) {
    const { faults } = await refusedWith(wrongCode, laptop.call(beginReset, { body }))
    deepEqual(faults, [{ code: wrongCode }])
  }
  const { password } = ada
  ok((await laptop.call(beginReset, { body: { otp, password } })).secret)
  await forgetLastCode(ada)
  ok((await laptop.call(beginReset, { body: { recoveryCode, password } })).secret)
})

async function showPasskey(
  { call }: Visitor,
  authenticator: Awaited<ReturnType<typeof givePasskey>>,
): Promise<void> {
  const passkey = authenticator.assert(await call(beginStepUp, { body: {} }))
  await call(stepUpUser, { body: { passkey } })
}
