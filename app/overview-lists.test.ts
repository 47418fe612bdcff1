// own process: counts all users, invitations and mails
import { deepEqual, equal } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { listHeaders } from '#contract/list.ts'
import { enqueueMail, markMailObsolete, markMailRefused } from '#domain/mail/mail.ts'
import { db, row, scalars, sql, transaction } from '#server/db.ts'
import { addAdmin, addPlatform, addUser, inviteUser, logInAdmin } from '#test/people.ts'
import { addRow, addRows, ago, deleteRows, fromNow, now, updateRows } from '#test/rows.ts'
import { listPartners } from '../features/admin/companies/contract.ts'
import { listInvitations } from '../features/admin/invitations/contract.ts'
import { getOverview } from '../features/admin/overview/contract.ts'
import { writeSnapshot } from '../features/admin/overview/jobs.ts'
import { listPlatforms } from '../features/admin/platforms/contract.ts'
import { listUsers } from '../features/admin/users/contract.ts'
import { listUndelivered } from '../features/admin/users/undelivered-contract.ts'

const browser = await logInAdmin(await addAdmin())

before(async () => {
  const [locked, off] = [await addUser(), await addUser({ hasSecondFactor: false })]
  await addUser({ hasSecondFactor: false })
  await addUser({ company: 'Quiet Ltd' })
  await addUser({ company: 'Young Ltd' })
  await addUser({ company: 'Closed Ltd' })
  await updateRows('users', {}, { onboardedAt: now })
  await updateRows('users', { id: off.id }, { active: false })
  await addUser({ hasSecondFactor: false, firstname: 'Invited' })
  await addRows(
    'rate_limits',
    [locked, off].map(({ id }) => ({
      name: 'accountCode',
      key: id,
      blockedUntil: fromNow('1 hour'),
    })),
  )
  await updateRows(
    'partners',
    { name: sql`<> 'Young Ltd'` },
    { createdAt: ago('61 days'), active: sql`name <> 'Closed Ltd'` },
  )
  const companyOfLocked = { id: sql`= (select partner_id from users where id = ${locked.id})` }
  await updateRows('partners', companyOfLocked, { lastLoginAt: ago('59 days') })
  for (let count = 0; count < 4; count += 1) await inviteUser()
  const invitations = await scalars<string>(db)`select id from invitations order by id`
  for (const [at, invitationId] of invitations.entries()) {
    const expiresAt = fromNow(`${at * 24} hours -60 seconds`)
    await updateRows('one_time_links', { invitationId }, { expiresAt })
  }
  await addPlatform({ id: 'late' })
  await addPlatform({ id: 'soon' })
  for (const [clientId, age] of [
    ['late', '6 minutes'],
    ['late', '1 day'],
    ['soon', '1 minute'],
  ] as const) {
    await addRow('platform_sessions', { userId: locked.id, clientId, endedAt: ago(age) })
  }
  await deleteRows('snapshots', {})
  await writeSnapshot(db)
})

async function countOf(endpoint: Endpoint, query: Record<string, string>): Promise<number> {
  const answer = await browser.fetch(`/api${endpoint.path}?${new URLSearchParams(query)}`)
  equal(answer.status, 200)
  const rows = (await answer.json()) as unknown[]
  equal(Number(answer.headers.get(listHeaders.total)), rows.length)
  return rows.length
}

test('each figure of the overview equals the number of rows in the list it links to', async () => {
  const { tiles, concerns } = await browser.call(getOverview, { query: {} })
  const counted = Object.fromEntries(concerns.map(({ kind, count }) => [kind, count]))
  deepEqual([counted['lockedAccounts'], await countOf(listUsers, { status: 'locked' })], [1, 1])
  deepEqual(
    [counted['expiringInvitations'], await countOf(listInvitations, { expiresWithin: '48' })],
    [2, 2],
  )
  deepEqual(
    [counted['dormantCompanies'], await countOf(listPartners, { noLoginFor: '60' })],
    [1, 1],
  )
  const without = { status: 'active,invited,locked', secondFactor: 'none' }
  deepEqual([tiles.withoutFactor.value, await countOf(listUsers, without)], [2, 2])
  deepEqual([counted['unfinishedUsers'], await countOf(listUsers, { status: 'invited' })], [1, 1])
  deepEqual(
    [tiles.openInvitations.value, await countOf(listInvitations, { state: 'open' })],
    [3, 3],
  )
})

test('the list of platforms that the overview links to shows the undelivered notifications that it counts', async () => {
  const { concerns } = await browser.call(getOverview, { query: {} })
  const late = await browser.call(listPlatforms, { query: { notices: 'late' } })
  deepEqual(
    late.map(({ id, notices }) => [id, notices.waiting]),
    [['late', 2]],
  )
  equal(concerns.find(({ kind }) => kind === 'undeliveredNotifications')?.count, 2)
  equal(await countOf(listPlatforms, { notices: 'late' }), 1)
})

test('the list of undelivered emails matches the overview, without emails that were sent again or are no longer needed', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const admin = await addAdmin()
  const recipients = [ada, ada, eve, admin].map((recipient) => ({
    ...recipient,
    preferredLanguage: 'en' as const,
  }))
  for (const [index, to] of recipients.entries())
    await transaction(db, (tx) => enqueueMail(tx, index === 1 ? 'dormant' : 'activated', to))
  const ids = await scalars<string>(db)`
    select id from mails where kind in ('activated', 'dormant') order by created_at, id`
  for (const id of ids) await markMailRefused(db, id, '550 No such mailbox')
  const [first = '', second = ''] = ids
  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const listed = async (by = browser) =>
    (await by.call(listUndelivered, { query: {} })).map(({ id }) => id)
  deepEqual((await listed()).toSorted(), ids.toSorted())
  equal((await listed(support)).length, 3)
  await markMailObsolete(db, second)
  const mail = await row<Record<'kind' | 'toAddress' | 'userId' | 'language', string>>(db)`
    select kind, to_address, user_id, language from mails where id = ${first}`
  await addRow('mails', { ...mail, state: 'sent', createdAt: fromNow('1 second') })
  const remaining = await listed()
  equal(remaining.length, 2)
  await deleteRows('snapshots', {})
  await writeSnapshot(db)
  const { concerns } = await browser.call(getOverview, { query: {} })
  equal(concerns.find(({ kind }) => kind === 'undeliveredMails')?.count, remaining.length)
})
