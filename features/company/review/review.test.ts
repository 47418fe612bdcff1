import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  enforceReviews,
  processReviews,
  mailReviews,
  openDueReviews,
} from '#domain/platform-access/access-review-work.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import { db, rows, scalar, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated, type Delegated } from '#test/delegated.ts'
import { untilLocked } from '#test/locks.ts'
import { mailbox } from '#test/mailbox.ts'
import { refusedWith, type Visitor } from '#test/people.ts'
import { ago, backdate, deleteRows, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

type Person = { id: string; browser: Visitor }
type Decision = { userId: string; subsystem: string | null; decision: 'keep' | 'remove' }

let count = 0

/** Sets up a company whose review is due: an owner, an administrator with `people`, and a user with a platform. */
async function setUpReview({ isStrict = false } = {}) {
  count += 1
  const company = await addDelegated(`Reviewed ${count}`)
  const boss = await addColleague(company, ['owner'])
  const people = await addColleague(company, ['people'])
  const ada = await addColleague(company, [], { platforms: [company.platforms[0]] })
  await updateRows(
    'partners',
    { id: company.partnerId },
    { reviewMonths: 6, reviewStrict: isStrict, createdAt: ago('7 months') },
  )
  await processReviews(db)
  const [review] = await boss.browser.call(contract.listReviews, {})
  return { company, boss, people, ada, id: review?.id ?? '' }
}

const decide = ({ browser }: Person, id: string, ...items: Decision[]) =>
  browser.call(contract.decideReview, { params: { id }, body: { items } })
const itemsOf = ({ browser }: Person, id: string, state?: 'pending' | 'decided') =>
  browser.call(contract.listReviewItems, { query: { review: id, state } })
const isActive = ({ id }: Person) => scalar<boolean>(db)`select active from users where id = ${id}`
const platformsOf = ({ id }: Person) =>
  scalars<string>(db)`select subsystem_id from subsystem_accounts where user_id = ${id}`
const mailsTo = ({ id }: Person) =>
  scalars<string>(
    db,
  )`select kind from mails where user_id = ${id} and kind like 'review-%' order by id`

async function passDays(id: string, days: number): Promise<void> {
  await backdate('access_reviews', { id }, { openedAt: `${days} days`, dueAt: `${days} days` })
}

const keep = ({ id: userId }: Person, subsystem: string | null = null): Decision => ({
  userId,
  subsystem,
  decision: 'keep',
})
const remove = (user: Person, subsystem: string | null = null): Decision => ({
  ...keep(user, subsystem),
  decision: 'remove',
})

test('a due review is opened once for all active users and their platforms, and mailed to those who decide', async () => {
  const { company, boss, people, ada, id } = await setUpReview()
  await Promise.all([openDueReviews(db), openDueReviews(db), mailReviews(db), mailReviews(db)])
  const reviews = await boss.browser.call(contract.listReviews, {})
  equal(reviews.length, 1)
  deepEqual([reviews[0]?.kept, reviews[0]?.removed, reviews[0]?.pending], [0, 0, 4])
  const items = await itemsOf(boss, id)
  deepEqual(
    items.map(({ user, platform }) => [user.id, platform?.id]).toSorted(),
    [
      [boss.id, undefined],
      [people.id, undefined],
      [ada.id, undefined],
      [ada.id, company.platforms[0]],
    ].toSorted(),
  )
  equal(items.find(({ user }) => user.id === boss.id)?.mayDecide, false)
  deepEqual(await mailsTo(boss), ['review-due'])
  deepEqual(await mailsTo(people), ['review-due'])
  deepEqual(await mailsTo(ada), [])
})

test('a removal takes effect immediately, and the last decision closes the review', async () => {
  const { company, boss, people, ada, id } = await setUpReview()
  const [hub] = company.platforms
  const progress = await decide(boss, id, keep(people), keep(ada), remove(ada, hub))
  deepEqual([progress.kept, progress.removed, progress.pending, progress.closedAt], [2, 1, 1, null])
  deepEqual(await platformsOf(ada), [])
  equal(await isActive(ada), true)
  const closed = await decide(people, id, keep(boss))
  equal(closed.pending, 0)
  match(closed.closedAt ?? '', /^20/)
  await refusedWith(errorCodes.changedMeanwhile, decide(boss, id, remove(ada)))
  equal(await isActive(ada), true)
  deepEqual(await mailsTo(boss), ['review-due', 'review-closed'])
  const entries = (await auditOf(ada.id)).filter(({ action }) => action === 'review_decided')
  deepEqual(
    entries.map(({ data }) => data).toSorted((data) => ('subsystem' in (data ?? {}) ? 1 : -1)),
    [
      { reviewId: id, decision: 'keep' },
      { reviewId: id, decision: 'remove', subsystem: hub },
    ],
  )
})

test('a kept user can still be removed while the review is open, but a removal is final', async () => {
  const { boss, people, ada, id } = await setUpReview()
  await decide(boss, id, keep(ada))
  await decide(people, id, remove(ada))
  equal(await isActive(ada), false)
  await refusedWith(errorCodes.changedMeanwhile, decide(boss, id, keep(ada)))
  await decide(boss, id, remove(ada))
  const [item] = (await itemsOf(boss, id, 'pending')).filter(({ user }) => user.id === ada.id)
  equal(item, undefined)
})

test('a decision about oneself, an owner without being one, another company or an unknown item is refused', async () => {
  const { boss, people, ada, id } = await setUpReview()
  const other = await setUpReview()
  await refusedWith(commonErrors.forbidden, decide(boss, id, keep(boss)))
  const inCapitals = { ...boss, id: boss.id.toUpperCase() }
  await refusedWith(commonErrors.forbidden, decide(boss, id, keep(inCapitals)))
  await refusedWith(commonErrors.forbidden, decide(people, id, remove(boss)))
  await refusedWith(commonErrors.forbidden, ada.browser.call(contract.listReviews, {}))
  for (const call of [
    () => itemsOf(other.boss, id),
    () => decide(other.boss, id, keep(ada)),
    () => decide(boss, id, keep(other.ada)),
    () => decide(boss, id, keep(ada, 'no-such-platform')),
    () => itemsOf(boss, 'no-id'),
  ])
    await refusedWith(commonErrors.notFound, call())
  // One unknown item refuses the whole call.
  await refusedWith(commonErrors.notFound, decide(boss, id, keep(people), keep(other.ada)))
  equal((await itemsOf(boss, id, 'decided')).length, 0)
  equal(await isActive(boss), true)
})

test('of concurrent decisions about one item only one deactivates the user', async () => {
  const { boss, people, ada, id } = await setUpReview()
  const decisions = Array.from({ length: 20 }, (_, place) =>
    decide(place % 2 === 0 ? boss : people, id, place % 2 === 0 ? keep(ada) : remove(ada)),
  )
  await Promise.allSettled(decisions)
  equal(await isActive(ada), false)
  const removals = (await auditOf(ada.id)).filter(({ action }) => action === 'user_deactivated')
  equal(removals.length, 1)
})

test('reminders are mailed once after two and once after four weeks, while decisions are open', async () => {
  const { boss, id } = await setUpReview()
  for (const days of [13, 1, 0, 14, 14, 14]) {
    await passDays(id, days)
    await Promise.all([mailReviews(db), mailReviews(db)])
  }
  deepEqual(await mailsTo(boss), ['review-due', 'review-due', 'review-due'])
})

test('a strict review removes undecided access six weeks after it was opened, but never the only owner', async () => {
  const { company, boss, people, ada, id } = await setUpReview({ isStrict: true })
  await decide(boss, id, keep(people))
  await passDays(id, 41)
  await enforceReviews(db)
  deepEqual([await isActive(ada), await platformsOf(ada)], [true, [company.platforms[0]]])
  await passDays(id, 1)
  await Promise.all([enforceReviews(db), enforceReviews(db)])
  deepEqual(
    [await isActive(ada), await isActive(people), await isActive(boss)],
    [false, true, true],
  )
  deepEqual(await platformsOf(ada), [])
  const [review] = await boss.browser.call(contract.listReviews, {})
  match(review?.closedAt ?? '', /^20/)
  const closings = await rows<{ action: string }>(db)`
    select action from audit_log where target_id = ${company.partnerId} and action = 'review_closed'`
  equal(closings.length, 1)
  await processReviews(db)
  equal((await boss.browser.call(contract.listReviews, {})).length, 1)
})

test('a strict review removes no access that an administrator keeps while the job runs', async () => {
  const { company, ada, id } = await setUpReview({ isStrict: true })
  await passDays(id, 42)
  const { job } = await transaction(db, async (tx) => {
    await lockCompany(tx, company.partnerId)
    const job = enforceReviews(db)
    await untilLocked(1)
    await updateRows('access_review_items', { reviewId: id }, { decision: 'keep' }, tx)
    return { job }
  })
  await job
  deepEqual([await isActive(ada), await platformsOf(ada)], [true, [company.platforms[0]]])
})

test('a review revokes no platform of a user who has moved to another company', async () => {
  const { company, boss, ada, id } = await setUpReview()
  const { partnerId } = await addDelegated('Next Ltd')
  await updateRows('users', { id: ada.id }, { partnerId })
  await decide(boss, id, remove(ada, company.platforms[0]))
  deepEqual(await platformsOf(ada), [company.platforms[0]])
})

test('a review that is not strict removes nothing, and the only administrator is left to the provider', async () => {
  const { boss, people, ada, id } = await setUpReview()
  await passDays(id, 60)
  await enforceReviews(db)
  equal(await isActive(ada), true)
  await deleteRows('company_roles', { userId: people.id })
  const own = (await itemsOf(boss, id)).find(({ user }) => user.id === boss.id)
  equal(own?.state, 'provider')
  const items = await itemsOf(boss, id, 'pending')
  const closed = await decide(
    boss,
    id,
    ...items.map(({ user, platform }) => ({
      userId: user.id,
      subsystem: platform?.id ?? null,
      decision: 'keep' as const,
    })),
  )
  match(closed.closedAt ?? '', /^20/)
})

test('a user who has left and access that has ended need no decision', async () => {
  const { company, boss, people, ada, id } = await setUpReview()
  await deleteRows('subsystem_accounts', { userId: ada.id })
  await updateRows('users', { id: people.id }, { active: false })
  const states = (await itemsOf(boss, id)).map(({ user, platform, state }) => [
    user.id === ada.id ? 'ada' : user.id === boss.id ? 'boss' : 'people',
    platform !== null,
    state,
  ])
  deepEqual(
    states.toSorted(),
    [
      ['ada', false, 'pending'],
      ['ada', true, 'gone'],
      ['boss', false, 'provider'],
      ['people', false, 'gone'],
    ].toSorted(),
  )
  equal((company satisfies Delegated).platforms.length, 2)
})

test("the mail contains the company's open decisions and a link, and the export contains every item", async () => {
  const { boss, people, ada, id } = await setUpReview({ isStrict: true })
  const worker = await startWorker()
  const { text = '' } = await mailbox.waitFor(
    boss.email,
    /Review access at .* by \d+ \w+ \d{4}/,
    20_000,
  )
  match(text, /4 items need your decision/)
  match(text, /main\/company\/review/)
  await worker.stop()
  const answer = await boss.browser.fetch(`/api/users/company/review-items/export?review=${id}`)
  const file = await answer.text()
  equal(file.trim().split('\r\n').length, 5)
  for (const { email } of [boss, people, ada]) match(file, new RegExp(email))
})

test("P25: the items and the export contain the roles of each user, the export in the browser's language", async () => {
  const { company, boss, ada, id } = await setUpReview()
  const [hub] = company.platforms
  await updateRows(
    'subsystems',
    { id: hub },
    {
      roles: JSON.stringify([
        { id: 'payer', names: { en: 'Payer', ar: 'دافع' }, byCompany: true },
        { id: 'viewer', names: { en: 'Viewer' }, byCompany: false },
      ]),
    },
  )
  await updateRows('subsystem_accounts', { userId: ada.id }, { roles: '{forgotten,payer,viewer}' })
  const items = await itemsOf(boss, id)
  const rolesOf = (user: Person, platform: string | undefined) =>
    items.find((item) => item.user.id === user.id && item.platform?.id === platform)
  deepEqual(
    rolesOf(ada, hub)?.platformRoles.map((role) => role.id),
    ['payer', 'viewer'],
  )
  deepEqual(rolesOf(boss, undefined)?.companyRoles, ['owner'])
  const path = `/api/users/company/review-items/export?review=${id}`
  const file = await boss.browser.fetch(path, { headers: { 'accept-language': 'ar' } })
  const text = await file.text()
  match(text, /"user","email","platform"/)
  match(text, /"دافع; Viewer"/)
  match(text, /"المالك"/)
})
