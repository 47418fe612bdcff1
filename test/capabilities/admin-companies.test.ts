// covers queue:company-platform, queue:end-company-sessions, mail:company-without-owner
import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { until } from '#test/until.ts'
import {
  changePartner,
  exportPartners,
  getPartner,
  givePlatform,
  listPartners,
  takePlatform,
} from '../../features/admin/companies/contract.ts'
import { addInvitations, listInvitations } from '../../features/admin/invitations/contract.ts'
import { deactivateUser, getUser } from '../../features/admin/users/contract.ts'
import { unique } from './browser.ts'
import { newOwnCompany } from './companies.ts'
import { tokenIn } from './mails.ts'
import { isLoggedIn, join, mails, newCompany, newUser, type User } from './people.ts'
import { admin } from './staff.ts'

const { call } = admin.browser
const body = { reason: 'Contract of the year' }

async function statesOf({ browser }: User) {
  return (await browser.call(getMe, {})).subsystems.map(({ id, state }) => [id, state])
}

test('a platform is granted to all users of a company and revoked in the background', async () => {
  const { id } = await newCompany({ subsystems: ['onboarding'] })
  const users = await Promise.all([newUser({ companyId: id }), newUser({ companyId: id })])
  const params = { id, subsystem: 'onboarding' }
  equal((await call(givePlatform, { params, body })).people, 2)
  for (const user of users) {
    match(
      (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
      /can now open/,
    )
    deepEqual(await statesOf(user), [['onboarding', 'active']])
  }
  await call(takePlatform, { params, body })
  for (const user of users) {
    match(
      (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
      /no longer open/,
    )
    deepEqual(await statesOf(user), [])
  }
})

test('deactivating a company with one session needs one admin and ends the session', async () => {
  const { id, name } = await newCompany()
  const user = await newUser({ companyId: id })
  const { etag, subsystems, ipAllowRules } = await call(getPartner, { params: { id } })
  const headers = { 'if-match': etag }
  const facts = { name, subsystems, ipAllowRules, active: false }
  await call(changePartner, { params: { id }, headers, body: facts })
  equal(await isLoggedIn(user.browser), false)
  // Deactivation refuses each call immediately; the job ends the session itself.
  await until(async () => (await call(getUser, { params: { id: user.id } })).sessions.length === 0)
  const [listed] = await call(listPartners, { query: { q: name } })
  equal(listed?.active, false)
  const file = (await call(exportPartners, { query: { q: name } })) as Blob
  match(await file.text(), new RegExp(name))
})

test('admins are emailed about a company that has lost its last owner', async () => {
  const { name, owner } = await newOwnCompany()
  await call(deactivateUser, { params: { id: owner.id }, body })
  await mails.next(admin.email, new RegExp(`${name} has no owner`))
})

test('an admin invites a list of users, and each joins by the link', async () => {
  const { id: companyId } = await newCompany()
  const rows = [1, 2].map((number) => ({
    email: `row${number}-${unique()}@harbour.example`,
    firstname: 'Mary',
    lastname: 'Ward',
    preferredLanguage: 'en' as const,
  }))
  await call(addInvitations, {
    headers: { 'idempotency-key': randomUUID() },
    body: { companyId, subsystems: [], rows },
  })
  for (const { email } of rows) {
    const token = tokenIn(await mails.next(email, /invit/), 'sign-up')
    await join({ email, token, companyId })
    const [listed] = await call(listInvitations, { query: { q: email } })
    equal(listed?.state, 'accepted')
  }
})
