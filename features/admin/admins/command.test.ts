// own process: counts the super admins
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { findAdminByEmail, lockAdmins } from '#domain/accounts/admin.ts'
import { db, rows, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { giveAdminPasskey, logInAdminByPasskey } from '#test/passkeys.ts'
import { addAdmin, giveRecoveryCodes, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { factorsOf } from '#test/thieves.ts'
import { untilLocked } from '#test/locks.ts'
import { adminLogin } from '../../account/sign-in/admin-contract.ts'
import { setUpAdmin } from '../../account/sign-up/contract.ts'
import { adminCommand } from './command.ts'
import { describeAdmin } from './describe-admin.ts'

const joan = ['--email', 'Joan@Portico.example', '--firstname', 'Joan', '--lastname', 'Clarke']

test('the command adds an admin, mails a link, and lists the admins', async () => {
  const lines = await adminCommand(['add', ...joan, '--role', 'auditor,support'])
  match(lines.join('\n'), /Added joan@portico\.example with auditor, support/)
  match(lines.join('\n'), /http:\/\/localhost:8080\/admin\/set-up\/[\w-]{43}/)
  const admin = await findAdminByEmail(db, 'joan@portico.example')
  deepEqual(admin?.roles, ['auditor', 'support'])
  equal((await auditOf(admin?.id ?? ''))[0]?.action, 'admin_added')
  match((await adminCommand(['list'])).join('\n'), /joan@portico\.example.*auditor, support.*never/)
  await rejects(adminCommand(['add', ...joan, '--role', 'auditor']), /is an admin already/)
})

test('the command changes roles, but refuses to remove the last super admin', async () => {
  const grace = await addAdmin()
  await rejects(
    adminCommand(['roles', '--email', grace.email, '--role', '']),
    /the last super_admin/,
  )
  await adminCommand(['add', ...joan.with(1, 'j2@portico.example'), '--role', 'super_admin'])
  match(
    (await adminCommand(['roles', '--email', grace.email, '--role', 'auditor'])).join(),
    /now has auditor/,
  )
  const row = (await auditOf(grace.id)).at(-1)
  deepEqual(row?.data, {
    before: { roles: ['super_admin'] },
    after: { roles: ['auditor'] },
  })
})

test('each change by the command is mailed to every super admin, but not one without effect', async () => {
  const grace = await addAdmin()
  const email = 'Told@Portico.example'
  const add = ['add', ...joan.with(1, email), '--role', 'auditor']
  await adminCommand(add)
  await rejects(adminCommand(add))
  await adminCommand(['roles', '--email', email, '--role', 'support'])
  await adminCommand(['roles', '--email', email, '--role', 'support'])
  await adminCommand(['deactivate', '--email', email])
  await adminCommand(['activate', '--email', email])
  await adminCommand(['activate', '--email', email])
  await adminCommand(['reset', '--email', email])
  const told = await scalars<string>(db)`
    select data->>'change' as change from mails
    where kind = 'admin-changed-on-server' and user_id = ${grace.id} order by created_at, id`
  deepEqual(told, ['added', 'roles', 'deactivated', 'activated', 'reset'])
})

test("the command's reset ends sessions, invalidates the password, and prints a new link", async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const lines = await adminCommand(['reset', '--email', grace.email])
  match(lines.join('\n'), /\/admin\/set-up\//)
  equal(await browser.isLoggedIn(), false)
  const { email, password } = grace
  await refusedWith(
    errorCodes.invalidCredentials,
    (await visitor()).call(adminLogin, { body: { email, password } }),
  )
  equal(
    (await auditOf(grace.id)).some(({ action }) => action === 'admin_reset'),
    true,
  )
})

test("the command's reset refuses a deactivated admin, who could not use the link", async () => {
  await addAdmin()
  const { id, email } = await addAdmin()
  await adminCommand(['deactivate', '--email', email])
  await rejects(adminCommand(['reset', '--email', email]), /is deactivated .* admin activate/)
  equal((await auditOf(id)).at(-1)?.action, 'admin_deactivated')
})

test('an admin who is activated before setting up the account gets a new set-up link', async () => {
  const email = 'early@portico.example'
  await adminCommand(['add', ...joan.with(1, email), '--role', 'auditor'])
  await adminCommand(['deactivate', '--email', email])
  await adminCommand(['activate', '--email', email])
  const { id = '' } = (await findAdminByEmail(db, email)) ?? {}
  const kinds = await scalars<string>(db)`
    select kind from mails where user_id = ${id} order by created_at, id`
  deepEqual(kinds, ['admin-set-up', 'admin-deactivated', 'admin-set-up'])
  equal((await describeAdmin(db, id)).invitation?.state, 'open')
})

test('an admin who is activated after a reset, before setting up the account again, gets a new link', async () => {
  const { id, email } = await addAdmin()
  for (const command of ['reset', 'deactivate', 'activate'])
    await adminCommand([command, '--email', email])
  const kinds = await scalars<string>(db)`
    select kind from mails
    where user_id = ${id} and kind <> 'admin-changed-on-server' order by created_at, id`
  deepEqual(kinds, ['admin-set-up', 'admin-deactivated', 'admin-set-up'])
  equal((await describeAdmin(db, id)).invitation?.state, 'open')
})

test("the command's reset removes every factor including passkeys, and the next login sets up a new one", async () => {
  const grace = await addAdmin()
  const planted = await giveAdminPasskey(grace)
  await giveRecoveryCodes(grace)
  const lines = await adminCommand(['reset', '--email', grace.email])
  equal(await factorsOf(grace), await factorsOf(await addAdmin({ hasSecondFactor: false })))
  await refusedWith(errorCodes.wrongPasskey, logInAdminByPasskey(await visitor(), planted))
  const laptop = await visitor()
  const token = /set-up\/([\w-]{43})/.exec(lines.join())?.[1] ?? ''
  const password = 'Second-Lighthouse-2'
  await laptop.call(setUpAdmin, { body: { token, password, confirmPassword: password } })
  const firstStep = await laptop.call(adminLogin, { body: { email: grace.email, password } })
  deepEqual(firstStep, { next: 'configure-mfa' })
})

test('ASVS 7.4.2: a deactivated admin is logged out immediately, keeps the roles, and can be activated again', async () => {
  await addAdmin()
  const grace = await addAdmin()
  const { email, password } = grace
  const browser = await logInAdmin(grace)
  const attempt = await visitor()
  await attempt.call(adminLogin, { body: { email, password } })
  match((await adminCommand(['deactivate', '--email', email])).join(), /is logged out and cannot/)
  equal(await browser.isLoggedIn(), false)
  const left = await rows(db)`
    select from admin_sessions where admin_id = ${grace.id}
    union all select from login_attempts where user_id = ${grace.id}`
  equal(left.length, 0)
  await refusedWith(
    errorCodes.userInactive,
    (await visitor()).call(adminLogin, { body: { email, password } }),
  )
  match((await adminCommand(['list'])).join('\n'), new RegExp(`${email}.*deactivated`))
  await adminCommand(['deactivate', '--email', email])
  await adminCommand(['activate', '--email', email])
  const back = await logInAdmin(grace)
  equal(await back.isLoggedIn(), true)
  const off = { before: { active: true }, after: { active: false } }
  const switched = (await auditOf(grace.id)).filter(({ action }) => action.endsWith('activated'))
  deepEqual(
    switched.map(({ action, data }) => [action, data]),
    [
      ['admin_deactivated', { ...off, endedSessions: 1 }],
      ['admin_activated', { before: off.after, after: off.before, endedSessions: 0 }],
    ],
  )
})

test('ASVS 7.4.2: of two super admins who are deactivated concurrently, one stays active', async () => {
  await updateRows('admins', {}, { active: false })
  const two = [await addAdmin(), await addAdmin()]
  const { calls } = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const calls = Promise.allSettled(
      two.map(({ email }) => adminCommand(['deactivate', '--email', email])),
    )
    await untilLocked(2)
    return { calls }
  })
  const answers = await calls
  deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const rejection = answers.find((each) => each.status === 'rejected')
  match(String(rejection?.reason), /the last super_admin/)
})

test('a missing or wrong argument is reported by name, together with the usage', async () => {
  const actions = /The first argument must be add, list, roles, reset, activate or deactivate/
  await rejects(adminCommand([]), actions)
  await rejects(adminCommand(['constructor']), actions)
  await rejects(
    adminCommand(['add', '--email', 'x']),
    /--email is not an email address\n--firstname is missing\n--lastname is missing/,
  )
  await rejects(
    adminCommand(['add', ...joan, '--role', 'owner']),
    /--role is one of auditor, support/,
  )
  await rejects(adminCommand(['add', '--colour', 'green']), /colour/)
  await rejects(
    adminCommand(['roles', '--email', 'nobody@x.example', '--role', 'auditor']),
    /no admin/,
  )
  await rejects(adminCommand(['reset', '--email', 'nobody@x.example']), /There is no admin/)
})
