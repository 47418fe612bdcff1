import { deepEqual, equal } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { listHeaders } from '#contract/list.ts'
import { enqueueMail, markMailObsolete, markMailRefused } from '#domain/mail.ts'
import { db, run, scalars, transaction } from '#server/db.ts'
import { addAdmin, addPlatform, addUser, inviteUser, logInAdmin } from '#test/people.ts'
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
  await run(db)`update users set onboarded_at = now()`
  await run(db)`update users set active = false where id = ${off.id}`
  await addUser({ hasSecondFactor: false, firstname: 'Invited' })
  await run(db)`
    insert into rate_limits
    select 'accountCode', id::text, '{}', now() + interval '1 hour', now() + interval '1 hour'
    from users where id in (${locked.id}, ${off.id})`
  await run(db)`
    update partners set created_at = now() - interval '61 days', active = name <> 'Closed Ltd'
    where name <> 'Young Ltd'`
  await run(db)`update users set last_login_at = now() - interval '59 days' where id = ${locked.id}`
  for (let time = 0; time < 4; time += 1) await inviteUser()
  await run(db)`
    with numbered as (select id, row_number() over (order by id) as number from invitations)
    update one_time_links l set expires_at = now() + make_interval(hours => (n.number * 24 - 24)::int, secs => -60)
    from numbered n where n.id = l.invitation_id`
  await addPlatform({ id: 'late' })
  await addPlatform({ id: 'soon' })
  await run(db)`
    insert into platform_sessions (id, session_id, user_id, client_id, sid, ended_at)
    select gen_random_uuid(), gen_random_uuid(), ${locked.id}, client, 's', now() - ago
    from (values ('late', interval '6 minutes'), ('late', interval '1 day'), ('soon', interval '1 minute')) ended (client, ago)`
  await run(db)`delete from snapshots`
  await writeSnapshot(db)
})

async function countOf(endpoint: Endpoint, query: Record<string, string>): Promise<number> {
  const answer = await browser.fetch(`/api${endpoint.path}?${new URLSearchParams(query)}`)
  equal(answer.status, 200)
  const rows = (await answer.json()) as unknown[]
  equal(Number(answer.headers.get(listHeaders.total)), rows.length)
  return rows.length
}

test('each figure of the overview is the number of rows of the list that it leads to', async () => {
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

test('the platforms that the overview leads to wait for the notifications that it counts', async () => {
  const { concerns } = await browser.call(getOverview, { query: {} })
  const late = await browser.call(listPlatforms, { query: { notices: 'late' } })
  deepEqual(
    late.map(({ id, notices }) => [id, notices.waiting]),
    [['late', 2]],
  )
  equal(concerns.find(({ kind }) => kind === 'undeliveredNotifications')?.count, 2)
  equal(await countOf(listPlatforms, { notices: 'late' }), 1)
})

test('undelivered emails are those that the overview counts, without what was sent again or needed no longer', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const admin = await addAdmin()
  const recipients = [ada, ada, eve, admin].map((one) => ({
    ...one,
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
  await run(db)`
    insert into mails (id, kind, to_address, user_id, language, state, created_at)
    select gen_random_uuid(), kind, to_address, user_id, language, 'sent', created_at + interval '1 second'
    from mails where id = ${first}`
  const left = await listed()
  equal(left.length, 2)
  await run(db)`delete from snapshots`
  await writeSnapshot(db)
  const { concerns } = await browser.call(getOverview, { query: {} })
  equal(concerns.find(({ kind }) => kind === 'undeliveredMails')?.count, left.length)
})
