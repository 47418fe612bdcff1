import { expect, type Page } from '@playwright/test'
import { messages } from '../../features/platforms/assurance/texts/messages.ts'
import type { Person } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, test } from './stage.ts'
import { openBoth, backdateSession } from './step-up.ts'

const t = messages.en

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const hub = 'Business hub'

async function countEnded({ id }: Person): Promise<number> {
  const { server } = await import('./people.ts')
  const { db } = await server()
  const { rows } = await db.query(
    'select from platform_sessions where user_id = $1 and ended_at is not null',
    [id],
  )
  return rows.length
}

test('Pay at the hub asks for a code after a login older than five minutes, pays, and leaves the other platform open', async ({
  page,
}) => {
  const person = await openBoth(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(heading(page, 'Paid')).toBeVisible()

  await backdateSession(person)
  await page.goto(`${urls.hub}/login`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(heading(page, t.title)).toBeVisible()
  await expect(page.getByText(t.again({ platform: hub }))).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  // A reload keeps the request.
  await page.reload()
  allowStatus(page, 403)
  // The sixth digit submits the form.
  await page.getByLabel(t.otp).fill('000000')
  await expect(page.getByText(t.stepUpFailed).first()).toBeVisible()
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await expect(heading(page, 'Paid')).toBeVisible()

  await page.goto(urls.onboarding)
  await expect(page.getByText(person.email)).toBeVisible()
  expect(await countEnded(person)).toBe(0)
})
