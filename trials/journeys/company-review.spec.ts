import { expect } from '@playwright/test'
import { messages } from '../../features/company/review/texts/messages.ts'
import { enterAs } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'
import { dueReview } from '../../test/e2e/company-review.ts'

const t = messages.en

test('3K10: On a phone a user of a review has one card, whose parts do not overlap', async ({
  page,
}) => {
  const { owner, ada } = await dueReview()
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, owner)
  await page.goto('/main/company/review')
  const card = page.getByRole('row').filter({ hasText: ada.email })
  const parts = [
    card.getByRole('link'),
    card.getByTitle(ada.email),
    card.getByRole('button', { name: t.deactivate }),
    card.getByRole('button', { name: t.keepAll }),
  ]
  let end = 0
  for (const part of parts) {
    const box = await part.boundingBox()
    expect(box?.y ?? 0).toBeGreaterThanOrEqual(end)
    end = (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect((await parts[0]?.boundingBox())?.height).toBeLessThan(60)
})
