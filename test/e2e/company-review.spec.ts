import { expect } from '@playwright/test'
import { backdate, companyOf } from './rows.ts'
import { messages } from '../../features/company/review/texts/messages.ts'
import { enterAs, processReviews, type Person } from './people.ts'
import { expectAccessible, mailTo, test } from './stage.ts'
import { dueReview } from './company-review.ts'

const t = messages.en

test('3K2 3K10 3K18: An owner reviews users by name, removes and undoes in place, and unreviewed access is revoked', async ({
  page,
}) => {
  const { owner, ada, grace } = await dueReview()
  await mailTo(owner.email, /Review .*access/)
  await enterAs(page, owner)
  await page.goto('/main/company/review')
  const row = ({ email }: Person) => page.getByRole('row').filter({ hasText: email })
  const button = (person: Person, name: string) => row(person).getByRole('button', { name })
  await expect(page.getByText(t.reviewedUsers({ done: 0, users: 3 }))).toBeVisible()
  await expect(page.getByText(t.ownWaits({ count: 3, names: 'Grace Hopper' }))).toBeVisible()
  await expect(row(owner)).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expectAccessible(page)

  await button(grace, t.deactivate).click()
  await expect(row(grace)).toContainText('won’t be able to log in')
  await button(grace, t.undo).click()
  await expect(button(grace, t.keepAll)).toBeFocused()

  await button(ada, t.removeAccess({ access: 'Business hub' })).click()
  await expect(row(ada)).toContainText('will lose access immediately')
  await button(ada, t.keepRest).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: t.view_decided }).click()
  await expect(row(ada)).toContainText(`Business hub: ${t.decided_remove}`)
  await expect(row(ada)).toContainText(t.reviewed)
  await expect(button(ada, t.deactivate)).toBeVisible()
  await expect(page.getByText(t.reviewedUsers({ done: 1, users: 3 }))).toBeVisible()

  const { id: partnerId } = companyOf(owner)
  await backdate('access_reviews', { partnerId }, { openedAt: '43 days', dueAt: '43 days' })
  await processReviews()
  await mailTo(owner.email, /is closed/)
  await page.goto('/main/company/review?state=all')
  await expect(row(grace)).toContainText(`${t.account}: ${t.decided_remove}`)
  await expect(row(ada)).toContainText(t.by({ name: 'Grace Hopper' }))
  await expect(button(ada, t.deactivate)).toHaveCount(0)
})
