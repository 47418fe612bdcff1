// covers job:keep-reviews, mail:review-due, mail:review-closed
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/until.ts'
import { getMe } from '#contract/me.ts'
import {
  decideReview,
  exportReview,
  listReviewItems,
  listReviews,
} from '../../features/company/review/contract.ts'
import { giveCompanyRoles, newOwnCompany } from './companies.ts'
import { isLoggedIn, mails, newUser } from './people.ts'
import { executeSql } from './time.ts'
import { withWorker } from './worker-process.ts'

test('a due review opens; access that the owners keep stays, and access that they remove ends', async () => {
  const company = await newOwnCompany({ subsystems: ['onboarding'], reviewMonths: 3 })
  const { id: companyId, owner } = company
  const user = await newUser({ companyId, platforms: ['onboarding'] })
  const second = await newUser({ companyId })
  await giveCompanyRoles(company, second, ['owner'])
  await executeSql(
    `update partners set created_at = created_at - interval '4 months' where id = $1`,
    [companyId],
  )
  match(
    (await withWorker(() => mails.next(owner.email, /Review .*access/))).text,
    /5 items need your decision/,
  )
  const [review] = await owner.browser.call(listReviews, {})
  const id = review?.id ?? ''
  const items = await owner.browser.call(listReviewItems, { query: { review: id } })
  equal(items.length, 5)
  const rows = items.map((item) => ({
    userId: item.user.id,
    subsystem: item.platform?.id ?? null,
    decision: item.user.id === user.id && item.platform ? ('remove' as const) : ('keep' as const),
  }))
  const ofOwner = rows.filter(({ userId }) => userId === owner.id)
  const others = rows.filter(({ userId }) => userId !== owner.id)
  await owner.browser.call(decideReview, { params: { id }, body: { items: others } })
  await second.browser.call(decideReview, { params: { id }, body: { items: ofOwner } })
  await mails.next(owner.email, /access review .* is closed/)
  deepEqual((await user.browser.call(getMe, {})).subsystems, [])
  const file = (await owner.browser.call(exportReview, { query: { review: id } })) as Blob
  match(await file.text(), /"remove"/)
})

test('a strict review deactivates users without a decision two weeks after its end', async () => {
  const { id, owner } = await newOwnCompany({ reviewMonths: 3, reviewStrict: true })
  const user = await newUser({ companyId: id })
  await executeSql(
    `update partners set created_at = created_at - interval '4 months' where id = $1`,
    [id],
  )
  await withWorker(() => mails.next(owner.email, /Review .*access/))
  await executeSql(
    `update access_reviews set opened_at = opened_at - interval '43 days', due_at = due_at - interval '43 days'
     where partner_id = $1`,
    [id],
  )
  await withWorker(() => until(async () => !(await isLoggedIn(user.browser))))
  equal(await isLoggedIn(owner.browser), true)
})
