import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { processReviews } from '#domain/platform-access/access-review-work.ts'
import { commonErrors } from '#contract/refusal.ts'
import { db } from '#server/db.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { refusedWith, type Visitor } from '#test/people.ts'
import { ago, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

type Person = { id: string; browser: Visitor }

let count = 0

/** Sets up a company with a due review: an owner, and users with the given platforms of the company. */
async function setUpReview(roles: ('people' | 'none')[]) {
  count += 1
  const company = await addDelegated(`Reviewed users ${count}`)
  const boss = await addColleague(company, ['owner'])
  const colleagues: Person[] = []
  for (const role of roles) {
    const platforms = [company.platforms[0]]
    colleagues.push(await addColleague(company, role === 'none' ? [] : [role], { platforms }))
  }
  const due = { reviewMonths: 6, createdAt: ago('7 months') }
  await updateRows('partners', { id: company.partnerId }, due)
  await processReviews(db)
  const [review] = await boss.browser.call(contract.listReviews, {})
  return { boss, colleagues, id: review?.id ?? '', hub: company.platforms[0] }
}

const users = ({ browser }: Person, id: string, state?: 'pending' | 'decided') =>
  browser.call(contract.listReviewUsers, { query: { review: id, state } })
const progressOf = async ({ browser }: Person) =>
  (await browser.call(contract.listReviews, {}))[0]?.progress

const keep = (userId: string, subsystem: string | null = null) => ({
  userId,
  subsystem,
  decision: 'keep' as const,
})
const decide = ({ browser }: Person, id: string, ...items: ReturnType<typeof keep>[]) =>
  browser.call(contract.decideReview, { params: { id }, body: { items } })

test('3K10: A reviewer never gets their own access in the list, and a lone owner finishes the review', async () => {
  const { boss, colleagues, id, hub } = await setUpReview(['none', 'none'])
  const ids = colleagues.map((each) => each.id).toSorted()
  for (const state of [undefined, 'pending'] as const)
    deepEqual((await users(boss, id, state)).map((row) => row.id).toSorted(), ids)
  deepEqual(await progressOf(boss), {
    users: 2,
    pendingUsers: 2,
    ownPending: 0,
    ownDeciders: [],
  })
  for (const userId of ids) await decide(boss, id, keep(userId), keep(userId, hub))
  deepEqual(await users(boss, id, 'pending'), [])
})

test('3K10: The decisions about the reviewer are counted apart, with the names of those who make them', async () => {
  const { boss, colleagues, id } = await setUpReview(['people', 'none'])
  const [people, ada] = colleagues
  equal((await progressOf(boss))?.ownDeciders.length, 1)
  const progress = await progressOf(people ?? boss)
  deepEqual([progress?.users, progress?.pendingUsers, progress?.ownPending], [2, 2, 2])
  deepEqual(
    (await users(people ?? boss, id)).map((row) => row.id).toSorted(),
    [boss.id, ada?.id].toSorted(),
  )
})

test('A user is listed with the account first, and is pending until each of their items is decided', async () => {
  const { boss, colleagues, id, hub } = await setUpReview(['people', 'none'])
  const [, ada] = colleagues
  const adaId = ada?.id ?? ''
  const rowOf = async (state?: 'pending' | 'decided') =>
    (await users(boss, id, state)).find((row) => row.id === adaId)
  deepEqual(
    (await rowOf())?.items.map(({ platform, mayDecide }) => [platform?.id, mayDecide]),
    [
      [undefined, true],
      [hub, true],
    ],
  )
  await decide(boss, id, keep(adaId))
  equal((await progressOf(boss))?.pendingUsers, 2)
  equal((await rowOf('pending'))?.items.length, 2)
  await decide(boss, id, keep(adaId, hub))
  equal(await rowOf('pending'), undefined)
  equal((await rowOf('decided'))?.items.length, 2)
  equal((await progressOf(boss))?.pendingUsers, 1)
})

test('Pages of the users of a review contain each user once', async () => {
  const { boss, colleagues, id } = await setUpReview(['none', 'none', 'none', 'none', 'none'])
  for (const state of ['', '&state=pending']) {
    const ids: string[] = []
    let next: string | null = `/api/users/company/review-users?review=${id}&limit=2${state}`
    while (next !== null) {
      const answer: Response = await boss.browser.fetch(next)
      const rows = (await answer.json()) as { id: string; items: unknown[] }[]
      deepEqual(new Set(rows.map(({ items }) => items.length)), new Set([2]))
      ids.push(...rows.map((row) => row.id))
      next = answer.headers.get('x-next-url')
    }
    deepEqual(ids.toSorted(), colleagues.map((each) => each.id).toSorted())
  }
})

test('The users of another company’s review are not found', async () => {
  const [own, other] = [await setUpReview(['none']), await setUpReview(['none'])]
  await refusedWith(commonErrors.notFound, users(own.boss, other.id))
})
