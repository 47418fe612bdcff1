import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { adminLogins } from '#domain/sign-in/login.ts'
import { db, row } from '#server/db.ts'
import { enterAdminPassword } from '#test/logins.ts'
import { addAdmin, codeOf, refusedWith, visitor, type TestUser } from '#test/people.ts'
import { giveAdminPasskey, logInAdminByPasskey } from '#test/passkeys.ts'
import { updateRows } from '#test/rows.ts'
import { verifyAdminCode } from './admin-contract.ts'
import { beginAdminPasskeyLogin, beginSecondAdminPasskey } from './admin-passkey-contract.ts'

async function sessionOf({ id }: TestUser) {
  return row<{ methods: string[]; isSteppedUp: boolean }>(db)`
    select methods, step_up_at is not null as is_stepped_up from admin_sessions where admin_id = ${id}`
}

test('an admin’s passkey is only one of two factors by default; the password must follow', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  const laptop = await visitor()
  const firstStep = await logInAdminByPasskey(laptop, authenticator)
  deepEqual(firstStep, { next: 'verify-mfa', methods: ['password'] })
  const otp = codeOf(grace.secret)
  await refusedWith(400001, laptop.call(verifyAdminCode, { body: { otp } }))
  const body = { password: grace.password }
  const { admin, passkeys } = await laptop.call(verifyAdminCode, { body })
  equal(admin.email, grace.email)
  deepEqual(passkeys?.credentialIds, [authenticator.credentialId])
  deepEqual(await sessionOf(grace), { methods: ['hwk', 'user', 'pwd'], isSteppedUp: true })
})

test('an admin’s passkey is accepted as second factor after the password, and counts as step-up authentication', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  const laptop = await visitor()
  deepEqual(await enterAdminPassword(laptop, grace), {
    next: 'verify-mfa',
    methods: ['passkey', 'otp'],
  })
  const options = await laptop.call(beginSecondAdminPasskey, { body: {} })
  const body = { passkey: authenticator.assert(options) }
  await laptop.call(verifyAdminCode, { body })
  deepEqual(await sessionOf(grace), { methods: ['pwd', 'hwk', 'user'], isSteppedUp: true })
})

test('ADMIN_PASSKEYS=whole accepts a passkey alone, ADMIN_PASSKEYS=off rejects it', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  const { passkeys } = adminLogins
  const { mode } = passkeys
  try {
    passkeys.mode = 'whole'
    ok((await logInAdminByPasskey(await visitor(), authenticator)).next === 'done')
    passkeys.mode = 'off'
    await refusedWith(errorCodes.wrongPasskey, logInAdminByPasskey(await visitor(), authenticator))
  } finally {
    passkeys.mode = mode
  }
})

test('the relying party id of an admin’s passkey is the host of the admin area', async () => {
  const laptop = await visitor()
  const { passkeys } = adminLogins
  const { rpId } = passkeys
  passkeys.rpId = 'admin.example'
  try {
    equal((await laptop.call(beginAdminPasskeyLogin, { body: {} })).rpId, 'admin.example')
  } finally {
    passkeys.rpId = rpId
  }
})

test('a deactivated admin gets userInactive after a valid passkey', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  await updateRows('admins', { id: grace.id }, { active: false })
  await refusedWith(errorCodes.userInactive, logInAdminByPasskey(await visitor(), authenticator))
})
