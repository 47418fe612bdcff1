import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Browser, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson, endSessionsOf, enterAs, enterIn } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, password, setLocale, test, withoutServerTime } from '../../test/e2e/stage.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const publicPages = [
  '/login',
  '/login?logged_out=elsewhere',
  '/login?ended=endedPassword',
  '/login?forbidden_subsystem=business-hub&error_type=no_access',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/reset-mfa',
  '/log-me-out',
  '/recover',
  '/stop',
  '/contact-point',
  '/terms-conditions',
  '/unauthorized',
  '/nothing',
]
const partnerPages = [
  '/main/home',
  '/main/profile',
  '/main/profile?forbidden_subsystem=business-hub&error_type=no_access',
  '/main/security',
  '/main/security#sessions',
  '/main/security#activity',
  '/main/security#change-password',
  '/main/help',
  '/main/nothing',
]
const phone = { width: 390, height: 844 }
const desktop = { width: 1360, height: 900 }
/** The two languages together cover each color scheme at each size. */
const looks = {
  en: [
    { colorScheme: 'light', viewport: desktop },
    { colorScheme: 'dark', viewport: phone },
  ],
  ar: [
    { colorScheme: 'light', viewport: phone },
    { colorScheme: 'dark', viewport: desktop },
  ],
} as const

test('every public page passes axe in English, in light and dark, on phone and desktop', async ({
  browser,
}) => {
  await checkPublicPages(browser, 'en')
})

test('every public page passes axe in Arabic, in light and dark, on phone and desktop', async ({
  browser,
}) => {
  await checkPublicPages(browser, 'ar')
})

test('every partner page passes axe in English, in light and dark, on phone and desktop', async ({
  browser,
}) => {
  await checkPartnerPages(browser, 'en')
})

test('every partner page passes axe in Arabic, in light and dark, on phone and desktop', async ({
  browser,
}) => {
  await checkPartnerPages(browser, 'ar')
})

test('SC-16 the timeout warning and the login in place pass axe, in Arabic and dark mode', async ({
  browser,
}) => {
  const page = await open(browser, 'ar')
  allowStatus(page, 401)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.clock.install()
  await withoutServerTime(page)
  const person = await addPerson({ locale: 'ar' })
  await enterAs(page, person)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.fastForward(13.5 * 60_000)
  await page.getByRole('alertdialog').waitFor()
  const warning = await new AxeBuilder({ page }).include('dialog').withTags(levels).analyze()
  // The session must not be ended earlier, or the server would report that to the button's own request.
  const saved = page.waitForResponse(/\/users\/me$/)
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await saved
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await endSessionsOf(person)
  await page.clock.fastForward(16 * 60_000)
  await page.locator('[data-log-in-again]').waitFor()
  const ended = await new AxeBuilder({ page }).include('dialog').withTags(levels).analyze()
  expect([...warning.violations, ...ended.violations]).toEqual([])
  await page.context().close()
})

test('SC-16 the skip link keeps the user at the current step of the login', async ({ page }) => {
  const { email } = await addPerson()
  const t = messages.en
  await page.goto('/login')
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  const code = page.locator('[autocomplete="one-time-code"]')
  await code.waitFor()
  await page.getByRole('link', { name: fieldMessages.en.skipToContent }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(code).toBeVisible()
})

test('SC-16 the error summary stays while the focus moves into it', async ({ page }) => {
  await enterIn(page, 'en')
  await page.locator('[name="jobTitle"]').fill('=1')
  await page.locator('[name="phone"]').fill('call me')
  await page.locator('[name="phone"]').press('Enter')
  const summary = page.locator('[data-summary]')
  await expect(summary).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(summary.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[name="jobTitle"]')).toBeFocused()
})

async function checkPublicPages(browser: Browser, locale: 'en' | 'ar'): Promise<void> {
  const page = await open(browser, locale)
  await checkPages(page, publicPages, locale)
  await page.context().close()
}

async function checkPartnerPages(browser: Browser, locale: 'en' | 'ar'): Promise<void> {
  const page = await open(browser, locale)
  await enterAs(page, await addPerson({ locale }))
  await checkPages(page, partnerPages, locale)
  await page.context().close()
}

/** Opens a page without its policy, because axe adds its own script to the page. */
async function open(browser: Browser, locale: Locale): Promise<Page> {
  const context = await browser.newContext({
    bypassCSP: true,
    baseURL: urls.portal,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await setLocale(page, locale)
  allowStatus(page, 403, 404, 400)
  return page
}

async function checkPages(
  page: Page,
  paths: readonly string[],
  locale: 'en' | 'ar',
): Promise<void> {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const { colorScheme, viewport } of looks[locale]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      // A target that the header partly covers would count as too small.
      await page.evaluate(() => scrollTo(0, 0))
      const axe = new AxeBuilder({ page })
      // In dark mode the layout is the same and only colors differ.
      const checker =
        colorScheme === 'dark' ? axe.withRules('color-contrast') : axe.withTags(levels)
      const { violations } = await checker.analyze()
      problems.push(
        ...violations.map(
          ({ id, nodes }) =>
            `${path} ${colorScheme} ${viewport.width}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`,
        ),
      )
    }
  }
  expect(problems).toEqual([])
}
