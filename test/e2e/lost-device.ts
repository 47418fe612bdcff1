import { expect, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { askMessages } from '../../features/account/lost-device/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import type { Person } from './people.ts'
import { expectAccessible, password, setLocale } from './stage.ts'

export async function openLostDeviceForm(
  page: Page,
  person: Person,
  locale: Locale,
): Promise<void> {
  const t = loginMessages[locale]
  await setLocale(page, locale)
  await page.goto('/login')
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).waitFor()
  await page.getByRole('button', { name: t.otherWays }).click()
  await page.getByRole('button', { name: publicMessages[locale].lostDevice }).click()
  await expect(title(page, askMessages[locale].title)).toBeFocused()
}

export async function askForHelp(page: Page, person: Person, locale: Locale): Promise<void> {
  const t = askMessages[locale]
  await openLostDeviceForm(page, person, locale)
  await expectAccessible(page, locale)
  await page.getByRole('button', { name: t.begin }).click()
  await page.getByLabel(t.note).fill('Stolen on the train')
  await page.getByLabel(t.phone).fill('+351 21 000 0000')
  await expectAccessible(page, locale)
  await page.getByRole('button', { name: t.send }).click()
  await expect(title(page, t.sentTitle)).toBeFocused()
  await expectAccessible(page, locale)
}

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}
