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

/** Makes a change that requires step-up authentication. */
const change = ({ call }: Visitor) => call(renewCodes, { body: {} })

async function proofsFor(browser: Visitor) {
  return (await refusedWith(stepUpRequired, change(browser))).proofs
}

async function logInSixMinutesAgo(user: TestUser): Promise<Visitor> {
  const browser = await logIn(user)
  await backdate('sessions', { userId: user.id }, '6 minutes')
  return browser
}

test('psd2: a step-up requires password and code together; either alone is refused', async () => {
  const ada = await addUser()
  const laptop = await logInSixMinutesAgo(ada)
  const otp = codeOf(ada.secret)
  for (const body of [{ otp }, { password: ada.password }]) {
    const { proofs } = await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
    deepEqual(proofs, ['password-otp'])
    deepEqual(await proofsFor(laptop), ['password-otp'])
  }
  // The refused code was not used up.
  const body = { password: ada.password, otp }
  deepEqual((await laptop.call(stepUpUser, { body })).methods, ['pwd', 'otp'])
  await change(laptop)
})

test('psd2: a session is stepped up if its methods are of two kinds, whatever their number', async () => {
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

test('psd2: a wrong password and a wrong code get the same refusal, count as failures, and use up no code', async () => {
  const ada = await addUser()
  const laptop = await logInSixMinutesAgo(ada)
  const otp = codeOf(ada.secret)
  const wrong = [
    { password: wrongPassword, otp },
    { password: ada.password, otp: '000000' },
    { password: wrongPassword, otp: '000000' },
  ]
  const refusals = []
  for (const body of wrong) {
    const error = await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
    refusals.push([error.faults, error.proofs])
  }
  const [first] = refusals
  deepEqual(first, [[{ code: stepUpFailed }], undefined])
  for (const each of refusals) deepEqual(each, first)
  await laptop.call(stepUpUser, { body: { password: ada.password, otp } })
})

test('psd2: five failures in a row end the session, even if password or code was right', async () => {
  const ada = await addUser()
  const laptop = await logInSixMinutesAgo(ada)
  for (let count = 0; count < 5; count += 1) {
    equal(await laptop.isLoggedIn(), true)
    const body = { password: count % 2 ? wrongPassword : ada.password, otp: '000000' }
    await refusedWith(stepUpFailed, laptop.call(stepUpUser, { body }))
  }
  equal(await laptop.isLoggedIn(), false)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  equal(actions.filter((action) => action === 'step_up_refused').length, 5)
})

test('psd2: a device-bound passkey counts as two kinds; a synced one only in a known browser', async () => {
  const [ada, bob] = [await addUser(), await addUser()]
  const deviceBound = await givePasskey(ada)
  const laptop = await logInSixMinutesAgo(ada)
  deepEqual(await proofsFor(laptop), ['passkey', 'password-otp'])
  await stepUpByPasskey(laptop, deviceBound)
  await change(laptop)

  const synced = await givePasskey(bob, { backupEligible: true, hasCounter: false })
  // A session in a browser that bob has never logged in with.
  const copy = await logInSixMinutesAgo(bob)
  await refusedWith(wrongPasskey, stepUpByPasskey(copy, synced))
  await proofsFor(copy)
  const knownBrowser = await visitor()
  await logInByPasskey(knownBrowser, synced)
  await knownBrowser.call(verifyCode, { body: { password: bob.password } })
  await backdate('sessions', { userId: bob.id }, '6 minutes')
  await stepUpByPasskey(knownBrowser, synced)
  await change(knownBrowser)

  config.passkeySynced = 'deny'
  try {
    await backdate('sessions', { userId: bob.id }, '6 minutes')
    deepEqual(await proofsFor(knownBrowser), ['password-otp'])
    const { proofs } = await refusedWith(wrongPasskey, stepUpByPasskey(knownBrowser, synced))
    deepEqual(proofs, ['password-otp'])
    await stepUpByPasskey(laptop, deviceBound)
  } finally {
    config.passkeySynced = 'known-browser'
  }
})

test('psd2: an account with only a password has no accepted proof', async () => {
  const eve = await addUser({ hasSecondFactor: false })
  const laptop = await logInSixMinutesAgo(eve)
  deepEqual(await proofsFor(laptop), [])
  const request = { body: { password: eve.password } }
  await refusedWith(stepUpFailed, laptop.call(stepUpUser, request))
})

test('psd2: an admin steps up with password and code, or with a passkey', async () => {
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

test('psd2: replacing the authenticator requires the password in addition to a code or a recovery code', async () => {
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

async function stepUpByPasskey(
  { call }: Visitor,
  authenticator: Awaited<ReturnType<typeof givePasskey>>,
): Promise<void> {
  const passkey = authenticator.assert(await call(beginStepUp, { body: {} }))
  await call(stepUpUser, { body: { passkey } })
}
