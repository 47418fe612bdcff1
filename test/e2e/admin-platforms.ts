import { expect, type Page } from '@playwright/test'
import {
  connectMessages,
  messages as platformMessages,
} from '../../features/admin/platforms/texts/messages.ts'

const t = platformMessages.en

/** Returns the name of a registered platform: no two may look alike. */
export const nameOf = (id: string) => `Orders ${id}`

/** Registers a platform that companies with all platforms have. */
export async function register(
  page: Page,
  { id, url }: { id: string; url: string },
): Promise<void> {
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1, name: t.title }).waitFor()
  await page.getByRole('link', { name: t.add }).click()
  await page.getByRole('heading', { level: 1, name: t.newTitle }).waitFor()
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByLabel(t.name, { exact: true }).fill(nameOf(id))
  await page.getByLabel(t.url).fill(url)
  await redirectUris(page).fill(`${url}/callback`)
  await page.getByText(connectMessages.en.more, { exact: true }).click()
  await page.getByLabel(t.postLogoutUris).fill(`${url}/signed-out`)
  await page.getByLabel(t.backchannelLogoutUri).fill(`${url}/backchannel-logout`)
  await page.getByRole('checkbox', { name: t.offeredToAll }).check()
  await page.getByRole('button', { name: t.register, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: nameOf(id) })).toBeVisible()
}

function redirectUris(page: Page) {
  return page.getByRole('textbox', { name: t.redirectUris, exact: true })
}
