import { expect } from '@playwright/test'
import { backdate, companyOf } from './rows.ts'
import { messages } from '../../features/company/review/texts/messages.ts'
import { enterAs, processReviews, type Person } from './people.ts'
import { expectAccessible, mailTo, test } from './stage.ts'
import { dueReview } from './company-review.ts'

const t = messages.en

test('an owner opens a strict review from its mail, keeps and removes access, and unreviewed access is revoked', async ({
  page,
}) => {
  const { owner, ada, grace } = await dueReview()
  await mailTo(owner.email, /Review .*access/)
  await enterAs(page, owner)
  await page.goto('/main/company/review')
  const row = (person: Person, access: string) =>
    page.getByRole('row').filter({ hasText: person.email }).filter({ hasText: access })
  await expect(row(ada, t.account)).toBeVisible()
  await expectAccessible(page)

  await row(ada, t.account).getByRole('button', { name: t.keep }).click()
  await expect(page.getByText(t.saved({ count: 1 }))).toBeVisible()
  await expect(row(ada, t.account)).toHaveCount(0)
  await row(ada, 'Business hub').getByRole('button', { name: t.remove }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading')).toContainText('Business hub')
  await question.getByRole('button', { name: t.remove }).click()
  await expect(row(ada, 'Business hub')).toHaveCount(0)
  await page.getByRole('button', { name: t.view_decided }).click()
  await expect(row(ada, 'Business hub').getByText(t.decided_remove)).toBeVisible()
  await expect(row(ada, t.account).getByText(t.decided_keep)).toBeVisible()

  const { id: partnerId } = companyOf(owner)
  await backdate('access_reviews', { partnerId }, { openedAt: '43 days', dueAt: '43 days' })
  await processReviews()
  await mailTo(owner.email, /is closed/)
  await page.goto('/main/company/review?state=all')
  await expect(row(grace, t.account).getByText(t.decided_remove)).toBeVisible()
  await expect(page.getByText(t.by({ name: 'Grace Hopper' })).first()).toBeVisible()
  await expect(page.getByRole('button', { name: t.remove })).toHaveCount(0)
})
