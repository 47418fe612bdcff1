import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { lockCompany } from '#domain/companies/company-role.ts'
import { db, row, scalar, transaction } from '#server/db.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { ago, updateRows } from '#test/rows.ts'
import { enforceReviews, openDueReviews } from './access-review-work.ts'

let count = 0

/** Adds a company with an owner and a user with a platform, whose strict review is due. */
async function addReviewed() {
  count += 1
  const company = await addDelegated(`Enforced ${count}`)
  await addColleague(company, ['owner'])
  const ada = await addColleague(company, [], { platforms: [company.platforms[0]] })
  const review = { reviewMonths: 6, reviewStrict: true, createdAt: ago('7 months') }
  await updateRows('partners', { id: company.partnerId }, review)
  return { ...company, ada }
}

const reviewOf = ({ partnerId }: { partnerId: string }) =>
  row<{ id: string; isClosed: boolean }>(db)`
    select id, closed_at is not null as is_closed from access_reviews where partner_id = ${partnerId}`
const isActive = ({ ada: { id } }: { ada: { id: string } }) =>
  scalar<boolean>(db)`select active from users where id = ${id}`

test('3S4: a company whose review cannot be opened does not prevent the review of another one', async () => {
  const [first, second] = [await addReviewed(), await addReviewed()]
  await transaction(db, async (tx) => {
    await lockCompany(tx, first.partnerId)
    await openDueReviews(db)
    deepEqual([await reviewOf(first), (await reviewOf(second))?.isClosed], [undefined, false])
  })
  await openDueReviews(db)
  ok(await reviewOf(first))
})

test('3S4: an item that cannot be removed keeps its review open, and all others are removed', async () => {
  const [first, second] = [await addReviewed(), await addReviewed()]
  await openDueReviews(db)
  const times = { openedAt: ago('42 days'), dueAt: ago('42 days') }
  await updateRows('access_reviews', { partnerId: [first.partnerId, second.partnerId] }, times)
  const areClosed = async () => [
    (await reviewOf(first))?.isClosed,
    (await reviewOf(second))?.isClosed,
  ]
  await transaction(db, async (tx) => {
    const item = { userId: first.ada.id, subsystemId: first.platforms[0] }
    await updateRows('access_review_items', item, { decision: null }, tx)
    await enforceReviews(db)
    deepEqual(await areClosed(), [false, true])
    deepEqual([await isActive(first), await isActive(second)], [false, false])
  })
  await enforceReviews(db)
  deepEqual(await areClosed(), [true, true])
})
