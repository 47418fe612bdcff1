import type { Page } from '@playwright/test'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'

const profile = profileMessages.en

const api = '**/api/users/me'

function jobTitle(page: Page) {
  return page.getByLabel(profileFieldMessages.en.jobTitle)
}

export async function save(page: Page, title: string): Promise<void> {
  await jobTitle(page).fill(title)
  await page.getByRole('button', { name: profile.save }).click()
}

type Fulfilled = Parameters<Parameters<Parameters<Page['route']>[1]>[0]['fulfill']>[0]

/**
 * Answers saves with this response, because only the browser's handling is tested here; other tests cover the server's.
 */
export async function answerSave(page: Page, answer: Fulfilled): Promise<void> {
  await page.route(api, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue(),
  )
}

export function ignoreComplaints(complaints: string[], pattern: RegExp): void {
  const others = complaints.filter((each) => !pattern.test(each))
  complaints.splice(0, complaints.length, ...others)
}
