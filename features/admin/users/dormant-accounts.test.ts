import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from '#contract/mail.ts'
import { locales } from '#contract/locale.ts'
import { processDormant } from '#domain/accounts/dormant.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { config } from '#server/config.ts'
import { db, row, rows } from '#server/db.ts'
import {
  addAdmin,
  addUser,
  logIn,
  logInAdmin,
  refusedWith,
  type TestUser,
  visitor,
} from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { login } from '../../account/sign-in/contract.ts'
import { activateUser } from './contract.ts'
import { composeDormant, composeDormantDeactivated } from './email.ts'
import { processDormantAccounts } from './jobs.ts'

test('a user without a login is warned once after 76 days, but not after 75 days', async () => {
  const ada = await addUser()
  const grace = await addUser()
  await makeUnusedFor(ada, '76 days')
  await makeUnusedFor(grace, '75 days')
  await processDormantAccounts()
  await processDormantAccounts()
  deepEqual(await mailsTo(ada), ['dormant'])
  deepEqual(await mailsTo(grace), [])
  deepEqual(await auditActionsOf(ada), ['dormant_user_warned'])
})

test('after 90 days, and 14 days after the warning, the account is deactivated and its sessions end', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await makeUnusedFor(ada, '76 days')
  await processDormantAccounts()
  await makeUnusedFor(ada, '14 days')
  await processDormantAccounts()
  equal(await isActive(ada), false)
  equal(await laptop.isLoggedIn(), false)
  deepEqual(await mailsTo(ada), ['dormant', 'dormant-deactivated'])
  deepEqual(await auditActionsOf(ada), ['dormant_user_warned', 'user_deactivated'])
  const body = { email: ada.email, password: ada.password }
  await refusedWith(403301, (await visitor()).call(login, { body }))
})

test('a user is never deactivated without a warning 14 days before, however long the absence', async () => {
  const ada = await addUser()
  await makeUnusedFor(ada, '400 days')
  await processDormantAccounts()
  equal(await isActive(ada), true)
  await makeUnusedFor(ada, '13 days')
  await processDormantAccounts()
  equal(await isActive(ada), true)
  await makeUnusedFor(ada, '1 day 1 minute')
  await processDormantAccounts()
  equal(await isActive(ada), false)
})

test('a user who logs in after the warning stays active, and is warned again after another absence', async () => {
  const ada = await addUser()
  await makeUnusedFor(ada, '80 days')
  await processDormantAccounts()
  await logIn(ada)
  await makeUnusedFor(ada, '20 days')
  await processDormantAccounts()
  equal(await isActive(ada), true)
  deepEqual(await mailsTo(ada), ['dormant'])
  await makeUnusedFor(ada, '56 days')
  await processDormantAccounts()
  deepEqual(await mailsTo(ada), ['dormant', 'dormant'])
})

test('the period starts again for a user whom an admin activates', async () => {
  const ada = await addUser()
  await makeUnusedFor(ada, '200 days')
  await processDormantAccounts()
  await makeUnusedFor(ada, '15 days')
  await processDormantAccounts()
  equal(await isActive(ada), false)
  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  await support.call(activateUser, { params: { id: ada.id }, body: {} })
  await makeUnusedFor(ada, '75 days')
  await processDormantAccounts()
  equal(await isActive(ada), true)
  deepEqual((await mailsTo(ada)).slice(-1), ['activated'])
})

test('concurrent workers warn a user only once', async () => {
  const ada = await addUser()
  await makeUnusedFor(ada, '77 days')
  await Promise.all([processDormantAccounts(), processDormantAccounts(), processDormantAccounts()])
  deepEqual(await mailsTo(ada), ['dormant'])
})

test('with dormantAccounts off no user is warned', async (t) => {
  const ada = await addUser()
  await makeUnusedFor(ada, '77 days')
  config.dormantAccounts = false
  t.after(() => {
    config.dormantAccounts = true
  })
  await processDormantAccounts()
  deepEqual(await mailsTo(ada), [])
})

test('the mails exist in each language, with the date and the login URL', async () => {
  const ada = await addUser({ firstname: 'Ada' })
  await makeUnusedFor(ada, '77 days')
  await processDormantAccounts()
  const subjects = new Set<string>()
  for (const language of locales) {
    const content = await composeDormant({ ...(await mailTo(ada)), language })
    const rendered = content && renderMail(content, config.brand)
    match(rendered?.text ?? '', /http:\/\/localhost:8080\/login/, language)
    match(rendered?.text ?? '', /20\d\d/, language)
    subjects.add(rendered?.subject ?? '')
  }
  equal(subjects.size, locales.length)
  await updateRows('users', { id: ada.id }, { active: false })
  for (const language of locales) {
    ok(await composeDormantDeactivated({ ...(await mailTo(ada)), language }), language)
  }
  equal(await composeDormant(await mailTo(ada)), undefined)
})

test('3S4: an account that cannot be warned is tried once in a run, and all others are warned', async () => {
  const users = [await addUser(), await addUser()]
  for (const [index, user] of users.entries()) await makeUnusedFor(user, `${80 - index} days`)
  const tried: string[] = []
  const warn = async (_: unknown, id: string) => {
    tried.push(id)
    if (id === users[0]?.id) throw new Error('a fault of the program')
  }
  await processDormant(db, 'users', { warn, deactivate: async () => {} })
  deepEqual(
    tried.filter((id) => users.some((user) => user.id === id)),
    users.map(({ id }) => id),
  )
})

async function makeUnusedFor({ id }: TestUser, age: string): Promise<void> {
  await backdate('user_logins', { userId: id }, { lastLoginAt: age })
  await backdate(
    'users',
    { id },
    { createdAt: age, lastLoginAt: age, reactivatedAt: age, dormantWarnedAt: age },
  )
}

async function mailsTo({ id }: TestUser): Promise<string[]> {
  const mails = await rows<{ kind: string }>(db)`
    select kind from mails where user_id = ${id} and kind <> 'new-sign-in' order by id`
  return mails.map(({ kind }) => kind)
}

async function mailTo({ id }: TestUser): Promise<Mail> {
  const mail = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where user_id = ${id} and kind = 'dormant'`
  if (!mail) throw new Error('no warning was mailed')
  return mail
}

async function auditActionsOf({ id }: TestUser): Promise<string[]> {
  const entries = await rows<{ action: string }>(db)`
    select action from audit_log where target_id = ${id} order by timestamp, id`
  return entries.map(({ action }) => action)
}

async function isActive({ id }: TestUser): Promise<boolean> {
  return (await row<{ active: boolean }>(db)`select active from users where id = ${id}`)!.active
}
