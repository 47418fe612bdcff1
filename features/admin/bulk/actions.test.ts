import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { textWith } from '#contract/text.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, row, scalar, scalars } from '#server/db.ts'
import { addUsers, countsOf, finish, order, reason, rowsOf, setOnboarded } from '#test/bulk.ts'
import { added, board, browser, hub } from '#test/companies.ts'
import { logIn } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { listBulkResults, startBulk, type BulkAction } from './contract.ts'
import { composeSignUpReminder } from './email.ts'

async function effectOf(action: BulkAction, ids: readonly string[], subsystem?: string) {
  const body = { action, ids: [...ids], dryRun: true, ...(subsystem && { subsystem }) }
  const { id, total, effect } = await browser.call(startBulk, { body })
  deepEqual([id, total], [null, ids.length])
  const { changed, unchanged, refused, reasons = [] } = effect ?? {}
  equal(
    reasons.reduce((sum, { count }) => sum + count, 0),
    refused,
  )
  return [changed, unchanged, refused, ...reasons.map(({ code }) => code)]
}

async function resultsOf(id: string, state: 'done' | 'failed' | 'skipped') {
  const results = await browser.call(listBulkResults, { params: { id }, query: { state } })
  return results.map((each) => [each.id, each.code])
}

const mailsOf = (ids: readonly string[]) =>
  scalars<string>(db)`select kind from mails where user_id = any(${ids}::uuid[]) order by id`

test('B3: a job deactivates users, skips inactive ones, fails unknown ones, and records each with the id of the job', async () => {
  const users = await addUsers(5)
  const [gone = '', ...others] = users
  const online = await logIn({ id: others[0] ?? '' })
  await updateRows('users', { id: gone }, { active: false })
  const unknown = randomUUID()
  const ids = [...users, unknown]
  deepEqual(await effectOf('deactivate', ids), [4, 1, 1, commonErrors.notFound])
  const id = await order(browser, 'deactivate', ids)
  const job = await finish(browser, id)
  deepEqual([job.state, job.total, ...countsOf(job)], ['done', 6, 4, 1, 1])
  deepEqual(await resultsOf(id, 'failed'), [[unknown, commonErrors.notFound]])
  deepEqual(await resultsOf(id, 'skipped'), [[gone, null]])
  equal(await online.isLoggedIn(), false)
  const entries = await rowsOf(id)
  deepEqual(
    entries.map(({ targetId, action }) => [targetId, action]),
    others.map((each) => [each, 'user_deactivated']),
  )
  deepEqual(entries.at(-1)?.data, {
    before: { active: true },
    after: { active: false },
    reason,
    endedSessions: 0,
    jobId: id,
  })
  deepEqual(await mailsOf(users), Array(4).fill('deactivated'))
  const started = await row<{ action: string; data: object; actorId: string }>(db)`
    select action, data, actor_id from audit_log where target_id = ${id}`
  deepEqual(
    [started?.action, started?.data],
    ['bulk_job_started', { action: 'deactivate', total: 6, reason }],
  )
  // Each row has the admin as its actor, with the IP address of the request.
  const actors = await scalars<string>(db)`
    select distinct actor_kind || ' ' || actor_id || ' ' || (ip_address <> '')
    from audit_log where data->>'jobId' = ${id} or target_id = ${id}`
  deepEqual(actors, [`admin ${started?.actorId} true`])
})

test('B3: a job activates deactivated users, and ends the sessions of users who have any', async () => {
  const users = await addUsers(3)
  const [first = '', second = ''] = users
  await updateRows('users', { id: first }, { active: false })
  deepEqual(await effectOf('activate', users), [1, 2, 0])
  const activated = await finish(browser, await order(browser, 'activate', users))
  deepEqual(countsOf(activated), [1, 0, 2])
  equal(await scalar(db)`select active from users where id = ${first}`, true)
  const online = await logIn({ id: second })
  deepEqual(await effectOf('end-sessions', users), [1, 2, 0])
  const id = await order(browser, 'end-sessions', users)
  deepEqual(countsOf(await finish(browser, id)), [1, 0, 2])
  equal(await online.isLoggedIn(), false)
  deepEqual(
    (await rowsOf(id)).map(({ targetId, action }) => [targetId, action]),
    [[second, 'all_sessions_ended']],
  )
})

test('B3: a job reminds users who have not finished the sign-up, and refuses deactivated users', async () => {
  const users = await addUsers(3)
  const [joined = '', inactive = '', begun = ''] = users
  await setOnboarded([joined])
  await updateRows('users', { id: inactive }, { active: false })
  deepEqual(await effectOf('resend-invitation', users), [1, 1, 1, errorCodes.userInactive])
  const id = await order(browser, 'resend-invitation', users)
  deepEqual(countsOf(await finish(browser, id)), [1, 1, 1])
  deepEqual(await resultsOf(id, 'failed'), [[inactive, errorCodes.userInactive]])
  deepEqual(await mailsOf(users), ['sign-up-reminder'])
  const mail = { id: '', kind: 'sign-up-reminder', toAddress: '', userId: begun, data: {} } as const
  const content = await composeSignUpReminder({ ...mail, language: 'en' })
  match(textWith(content?.paragraphs[1] ?? '', {}), /add a passkey or an authenticator app/)
  deepEqual(
    (await rowsOf(id)).map(({ targetId, action }) => [targetId, action]),
    [[begun, 'sign_up_reminded']],
  )
})

test('B3: a job grants and revokes access to a platform by the rules of the call for one user', async () => {
  await added('Platform Ltd', { subsystems: [hub.id] })
  await added('Elsewhere Ltd', { subsystems: [board.id] })
  const inside = await addUsers(3, { company: 'Platform Ltd' })
  const outside = await addUsers(1, { company: 'Elsewhere Ltd' })
  const [holder = ''] = inside
  await grantAccess(db, holder, [hub.id])
  const ids = [...inside, ...outside]
  deepEqual(await effectOf('give-platform', ids, hub.id), [2, 1, 1, commonErrors.invalidInput])
  const grantId = await order(browser, 'give-platform', ids, { subsystem: hub.id })
  const job = await finish(browser, grantId)
  deepEqual(countsOf(job), [2, 1, 1])
  equal(job.subsystem?.id, hub.id)
  deepEqual(await resultsOf(grantId, 'failed'), [[outside[0], commonErrors.invalidInput]])
  deepEqual(await effectOf('take-platform', ids, hub.id), [3, 1, 0])
  const revokeId = await order(browser, 'take-platform', ids, { subsystem: hub.id })
  deepEqual(countsOf(await finish(browser, revokeId)), [3, 0, 1])
  const accountCount = scalar(
    db,
  )`select count(*) from subsystem_accounts where user_id = any(${ids}::uuid[])`
  equal(await accountCount, 0)
  deepEqual(
    (await rowsOf(grantId)).map(({ action, data }) => `${action}: ${String(data['reason'])}`),
    Array(2).fill(`platform_access_given: ${reason}`),
  )
})

test('B3: the mails of bulk jobs are spread over time and have a lower priority than other mails', async () => {
  const users = await addUsers(3)
  const id = await order(browser, 'deactivate', users)
  await finish(browser, id)
  const jobs = await db.query<{ seconds: number; priority: number }>(
    `select extract(epoch from j.start_after - now())::float8 as seconds, j.priority
     from pgboss.job j join mails m on m.id::text = j.data->>'mailId'
     where m.user_id = any($1::uuid[]) order by j.start_after`,
    [users],
  )
  deepEqual(
    jobs.rows.map(({ priority }) => priority),
    [-1, -1, -1],
  )
  const [first, second, third] = jobs.rows.map(({ seconds }) => seconds)
  ok(Math.abs((second ?? 0) - (first ?? 0) - 0.1) < 0.01)
  ok(Math.abs((third ?? 0) - (second ?? 0) - 0.1) < 0.01)
  // The mails of a further job follow those of the first.
  const [other = ''] = await addUsers(1)
  await finish(browser, await order(browser, 'deactivate', [other]))
  const after = await db.query<{ isLater: boolean }>(
    `select j.start_after > (select max(k.start_after) from pgboss.job k join mails n on n.id::text = k.data->>'mailId'
                             where n.user_id = any($2::uuid[])) as "isLater"
     from pgboss.job j join mails m on m.id::text = j.data->>'mailId' where m.user_id = $1`,
    [other, users],
  )
  deepEqual(after.rows, [{ isLater: true }])
})
