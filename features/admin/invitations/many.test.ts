import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { adminCookies } from '#server/cookies.ts'
import { errorCodes } from '#contract/refusal.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, row, rows, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { browser, invited, livingLinks, newGuest, partnerId } from '#test/invitations.ts'
import { addPlatform, addUser, refusedWith } from '#test/people.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import * as contract from './contract.ts'

await addPlatform({ id: 'board' })

type Row = { email: string; firstname: string; lastname: string; preferredLanguage: 'en' }

function rowOf(about: Partial<Row> = {}): Row {
  const { email, firstname, lastname, preferredLanguage } = newGuest()
  return { email, firstname, lastname, preferredLanguage, ...about }
}

type List = { companyId?: string; subsystems?: string[]; redirectUrl?: string }

function send(
  invitees: readonly Row[],
  { key = randomUUID() as string, ...list }: List & { key?: string } = {},
) {
  const body = { companyId: partnerId, subsystems: ['hub'], ...list, rows: [...invitees] }
  return browser.call(contract.addInvitations, { headers: { 'idempotency-key': key }, body })
}

async function check(invitees: readonly Row[], list: List = {}) {
  const body = { companyId: partnerId, subsystems: ['hub'], ...list, rows: [...invitees] }
  return (await browser.call(contract.checkInvitations, { body })).rows
}

const mailsTo = (emails: readonly string[]) =>
  scalars<string>(db)`
    select to_address || ' ' || kind || ' ' || language from mails
    where to_address = any(${emails}::text[]) order by 1`

/** Returns the rules of each row's faults, or its outcome. */
const namesOf = (checked: Awaited<ReturnType<typeof check>>) =>
  checked.map(({ outcome, faults }) => faults.map(({ rule }) => rule).join(' ') || outcome)

test('a list sends one mail for each row in its language, with audit rows that share one batch id', async () => {
  const list = [rowOf(), rowOf(), { ...rowOf(), preferredLanguage: 'ar' as never }]
  const { id, rows: invitations } = await send(list, { redirectUrl: 'https://hub.example/start' })
  deepEqual(
    await mailsTo(list.map(({ email }) => email)),
    list.map(({ email, preferredLanguage }) => `${email} invitation ${preferredLanguage}`).sort(),
  )
  for (const [index, each] of invitations.entries()) {
    equal(each.added, null)
    equal((await livingLinks(each.id)).length, 1)
    const [{ action, data } = { action: '', data: {} }] = await auditOf(each.id)
    deepEqual(
      [action, data],
      ['invitation_created', { partnerId, subsystems: ['hub'], batchId: id }],
    )
    const stored = await row<{ email: string; redirectUrl: string }>(db)`
      select email, redirect_url from invitations where id = ${each.id}`
    deepEqual(stored, { email: list[index]?.email, redirectUrl: 'https://hub.example/start' })
  }
})

test('the check reports each row that is invalid, doubled, existing, already invited or of another company', async () => {
  const existing = await addUser({ platforms: ['hub'] })
  const other = await addUser({ company: 'Foreign Ltd' })
  const off = await addUser()
  await updateRows('users', { id: off.id }, { active: false })
  const closed = await addUser({ platforms: ['hub'] })
  await updateRows('subsystem_accounts', { userId: closed.id }, { active: false })
  const open = await invited()
  const elsewhere = rowOf()
  await send([elsewhere], { companyId: await findOrCreatePartner(db, 'Rival Ltd') })
  const first = rowOf()
  const list = [
    first,
    rowOf({ email: 'grace@' }),
    rowOf({ email: '', firstname: '', lastname: '=1+1' }),
    rowOf({ preferredLanguage: 'de' as 'en' }),
    rowOf({ email: ` ${first.email.toUpperCase()} ` }),
    rowOf({ email: existing.email }),
    rowOf({ email: other.email }),
    rowOf({ email: off.email }),
    rowOf({ email: closed.email }),
    rowOf({ email: open.email }),
    elsewhere,
  ]
  const checked = await check(list)
  deepEqual(namesOf(checked), [
    'invite',
    'invalidEmail',
    'startsWithEquals required required',
    'invalidInput',
    'inListTwice',
    'hasAccess',
    'userOfOtherCompany',
    'userInactive',
    'accessDeactivated',
    'alreadyInvited',
    'invitedElsewhere',
  ])
  deepEqual(checked[6]?.faults, [
    {
      code: errorCodes.userOfOtherCompany,
      field: 'email',
      rule: 'userOfOtherCompany',
      company: 'Foreign Ltd',
    },
  ])
  equal(checked[10]?.faults[0]?.company, 'Rival Ltd')
  // With more platforms, the address of a user or an open invitation is accepted.
  const wider = { subsystems: ['hub', 'board'] }
  const [existingRow, openRow] = await check(
    [rowOf({ email: existing.email }), rowOf({ email: open.email })],
    wider,
  )
  deepEqual([existingRow?.outcome, openRow?.outcome], ['give', 'invite'])
})

test('a list with an invalid row sends nothing, and each invalid row is reported', async () => {
  const existing = await addUser({ platforms: ['hub'] })
  const list = [rowOf(), rowOf({ email: existing.email }), rowOf()]
  const refusal = await refusedWith(400001, send(list))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [['rows.1.email', 'hasAccess']],
  )
  const unparsed = await refusedWith(400001, send([rowOf(), rowOf({ email: 'grace@' })]))
  deepEqual(
    unparsed.faults.map(({ field, rule }) => [field, rule]),
    [['rows.1.email', 'invalidEmail']],
  )
  deepEqual(await mailsTo(list.map(({ email }) => email)), [])
  deepEqual(await scalars(db)`select id from invitations where email = ${list[0]?.email}`, [])
})

test('a user of the company in the list gets the platforms instead of an invitation link', async () => {
  const { email, id } = await addUser({ platforms: ['board'] })
  const guest = rowOf()
  const { rows: results } = await send([rowOf({ email }), guest], { subsystems: ['hub', 'board'] })
  deepEqual([results[0]?.added, results[1]?.added], [['hub'], null])
  deepEqual(
    await mailsTo([email, guest.email]),
    [`${guest.email} invitation en`, `${email} platforms-changed en`].sort(),
  )
  const entry = (await auditOf(id)).at(-1)
  deepEqual([entry?.action, entry?.data['reason']], ['platform_access_given', 'invitation'])
})

test('an unknown company or platform, a foreign URL, 501 rows, no rows and 300 KiB are refused', async () => {
  for (const [list, field] of [
    [{ companyId: randomUUID() }, 'companyId'],
    [{ subsystems: ['kitchen'] }, 'subsystems'],
    [{ redirectUrl: 'https://evil.example/' }, 'redirectUrl'],
  ] as const) {
    const refusal = await refusedWith(400001, send([rowOf()], list as never))
    equal(refusal.faults[0]?.field, field)
  }
  const many = Array.from({ length: 501 }, () => rowOf())
  equal((await refusedWith(400001, send(many))).faults[0]?.rule, 'tooMany')
  equal((await refusedWith(400001, check(many))).faults[0]?.rule, 'tooMany')
  equal((await refusedWith(400001, send([]))).faults[0]?.rule, 'required')
  const long = Array.from({ length: 400 }, () => rowOf({ firstname: 'x'.repeat(700) }))
  await refusedWith(errorCodes.tooLarge, check(long))
})

test('500 rows are sent in one request within five seconds', async () => {
  const list = Array.from({ length: 500 }, () => rowOf({ firstname: '海伦娜'.repeat(20) }))
  const startedAt = performance.now()
  const { rows: invitations } = await send(list)
  const seconds = (performance.now() - startedAt) / 1000
  equal(new Set(invitations.map(({ id }) => id)).size, 500)
  ok(seconds < 5, `${seconds} seconds`)
})

test('of 50 calls with one idempotency key at two servers one sends, and all get the same response', async () => {
  const servers = await Promise.all([1, 2].map(() => startServer({ SERVE: 'admin' })))
  const token = browser.cookies.get(adminCookies.session) ?? ''
  const list = [rowOf(), rowOf(), rowOf()]
  const key = randomUUID()
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      servers[index % 2]?.visitor(`198.18.9.${index}`, new Map([[adminCookies.session, token]]))(
        contract.addInvitations,
        {
          headers: { 'idempotency-key': key },
          body: { companyId: partnerId, subsystems: ['hub'], rows: list },
        },
      ),
    ),
  )
  deepEqual([...new Set(answers.map(({ status }) => status))], ['fulfilled'])
  equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  equal((await mailsTo(list.map(({ email }) => email))).length, 3)
})

test('of 20 concurrent lists with the same address exactly one is sent, and the others are refused', async () => {
  const guest = rowOf()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => send([guest, rowOf()])))
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  equal((await mailsTo([guest.email])).length, 1)
})

test('an idempotency key with another list is refused; a refused list does not use up its key', async () => {
  const key = randomUUID()
  await refusedWith(400001, send([rowOf({ email: 'grace@quay' })], { key }))
  const list = [rowOf()]
  const first = await send(list, { key })
  deepEqual(await send(list, { key }), first)
  await refusedWith(errorCodes.idempotencyKeyReused, send([rowOf()], { key }))
})

test('a batch of invitations is resent and revoked, each invitation once, with a result for each', async () => {
  const [open, revoked, taken] = [await invited(), await invited(), await invited()]
  await browser.call(contract.revokeInvitation, { params: { id: revoked.id }, body: {} })
  await addUser({ email: taken.email, company: 'Foreign Ltd' })
  const ids = [open.id, revoked.id, open.id, taken.id, 'nothing']
  const headers = { 'idempotency-key': randomUUID() }
  const resend = () => browser.call(contract.resendInvitations, { headers, body: { ids } })
  const { results } = await resend()
  deepEqual(results, [
    { id: open.id, code: null },
    { id: revoked.id, code: errorCodes.changedMeanwhile },
    { id: taken.id, code: errorCodes.userOfOtherCompany, company: 'Foreign Ltd' },
    { id: 'nothing', code: errorCodes.notFound },
  ])
  deepEqual((await resend()).results, results)
  equal((await mailsTo([open.email])).length, 2)
  equal((await livingLinks(open.id)).length, 1)

  const again = {
    headers: { 'idempotency-key': randomUUID() },
    body: { ids: [open.id, revoked.id] },
  }
  const ended = await browser.call(contract.revokeInvitations, again)
  deepEqual(
    ended.results.map(({ code }) => code),
    [null, errorCodes.changedMeanwhile],
  )
  deepEqual(await livingLinks(open.id), [])
  deepEqual(
    (await auditOf(open.id)).map(({ action }) => action),
    ['invitation_created', 'invitation_resent', 'invitation_revoked'],
  )
})

test('in 20 concurrent revocations of 30 invitations each invitation is revoked once', async () => {
  const { rows: invitations } = await send(Array.from({ length: 30 }, () => rowOf()))
  const ids = invitations.map(({ id }) => id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const headers = { 'idempotency-key': randomUUID() }
      return browser.call(contract.revokeInvitations, { headers, body: { ids } })
    }),
  )
  const done = answers.flatMap(({ results }) => results.filter(({ code }) => code === null))
  deepEqual(done.map(({ id }) => id).sort(), ids.toSorted())
  const entries = await rows(db)`
    select id from audit_log where action = 'invitation_revoked' and target_id = any(${ids}::text[])`
  equal(entries.length, 30)
})

test('invitations are filtered by state, company and age, with their total count', async () => {
  const companyId = await findOrCreatePartner(db, 'Filtered Ltd')
  const { rows: invitations } = await send([rowOf(), rowOf(), rowOf(), rowOf()], { companyId })
  const [open = '', expired = '', revoked = '', old = ''] = invitations.map(({ id }) => id)
  await updateRows('one_time_links', { invitationId: expired }, { expiresAt: now })
  await browser.call(contract.revokeInvitation, { params: { id: revoked }, body: {} })
  await updateRows('invitations', { id: old }, { createdAt: ago('31 days') })
  for (const [query, ids] of [
    ['', [old, revoked, expired, open]],
    ['&state=open', [old, open]],
    ['&state=expired', [expired]],
    ['&state=open,expired', [old, expired, open]],
    ['&state=revoked,expired', [revoked, expired]],
    ['&state=accepted', []],
    ['&olderThan=30', [old]],
    ['&olderThan=90', []],
    ['&state=open&limit=1', [old, open]],
  ] as const) {
    const answer = await browser.fetch(`/api/admin/invitations?company=${companyId}${query}`)
    const page = (await answer.json()) as { id: string }[]
    const listed = page.map(({ id }) => id)
    if (query.includes('limit'))
      ok(listed.length === 1 && ids.some((id) => id === listed[0]), query)
    else deepEqual(listed.sort(), ids.toSorted(), query)
    deepEqual(answer.headers.get('x-total-count'), String(ids.length), query)
  }
  equal((await browser.fetch('/api/admin/invitations?state=lost')).status, 400)
  equal(
    (await browser.fetch('/api/admin/invitations?company=nothing')).headers.get('x-total-count'),
    '0',
  )
})
