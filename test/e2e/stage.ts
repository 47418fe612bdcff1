import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Locale } from '#contract/locale.ts'
import {
  joinedMessages,
  messages as signUpMessages,
} from '../../features/account/sign-up/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { cookiePrefix, environment, runsAll, urls } from './place.ts'

const run = promisify(execFile)

/** The error statuses that a journey expects, because Chromium logs each to the console. */
const expected = new WeakMap<Page, number[]>()

/** Expects responses with these statuses on this page from now on. */
export function allowStatus(page: Page, ...statuses: number[]): void {
  expected.set(page, [...(expected.get(page) ?? []), ...statuses])
}

/** Opens a page and expects responses with this status. */
export function visitExpecting(page: Page, url: string, status: number) {
  allowStatus(page, status)
  return page.goto(url)
}

/** Calls that a page repeats by itself: one of them may be under way when a journey ends the session. */
const ownCalls = /\/api\/(users\/(recovery|company\/leave)|admin\/(approvals\/waiting|bulk))$/

function isExpected(message: ConsoleMessage): boolean {
  const page = message.page()
  const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1])
  if (status === 401 && ownCalls.test(message.location().url)) return true
  return page !== null && (expected.get(page) ?? []).includes(status)
}

/** The console message when the preview's frame blocks the test's own script. */
const blockedInPreview =
  /^Blocked script execution in '(about:srcdoc|[^']*\/admin\/brand\/preview[^']*)'/

/** Playwright's `test`, which also fails at each console error, including CSP violations. */
export const test = base.extend<{ complaints: string[] }>({
  // Each journey has its own IP address, so that journeys share no rate limits.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it: none
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` })
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(String(error.error())))
      context.on('console', (message) => {
        const isOurs = blockedInPreview.test(message.text())
        if (message.type() === 'error' && !isOurs && !isExpected(message))
          complaints.push(`${message.page()?.url()} ${message.text()} ${message.location().url}`)
      })
      await use(complaints)
      // A request may still be in a route handler of the journey.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs `npm run invite`. */
export async function invite(email: string, language: Locale): Promise<void> {
  const args = [
    '--email',
    email,
    '--firstname',
    'Grace',
    '--lastname',
    'Hopper',
    '--company',
    'Harbour Trading',
    '--subsystems',
    'business-hub,onboarding',
    '--language',
    language,
  ]
  await run(join('node_modules', '.bin', 'node'), ['demo/command.ts', 'invite', ...args], {
    env: { ...process.env, ...environment },
  })
}

/** Waits until the page is hydrated, because earlier input would be lost. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect(page.locator('form button[type=submit]').first()).toBeEnabled()
}

/** Opens a page, and holds its hydration until the returned function is called. The entry script has run. */
export async function openUnhydrated(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('body > link[data-messages]').first().waitFor({ state: 'attached' })
  return release
}

export async function sendByEnter(page: Page): Promise<void> {
  await untilHydrated(page)
  await page.keyboard.press('Enter')
}

type Listed = { ID: string; To: { Address: string }[]; Subject: string }
export type Mail = { Subject: string; Text: string; HTML: string }

/** Returns the newest mail to an address, as the mailbox's API returns it. */
export async function mailTo(email: string, subject = /(?:)/): Promise<Mail> {
  let message: Listed | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${urls.mailbox}/api/v1/messages?limit=200`)
        const { messages } = (await answer.json()) as { messages: Listed[] }
        message = messages.find(
          (mail) => mail.To.some((to) => to.Address === email) && subject.test(mail.Subject),
        )
        return message !== undefined
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  const answer = await fetch(`${urls.mailbox}/api/v1/message/${message?.ID}`)
  return (await answer.json()) as Mail
}

/** Returns the pattern of a mail's subject from its text with patterns as values. It has no marks of direction. */
export function subjectLike(text: string): RegExp {
  return new RegExp(text.replaceAll(/[\u2068\u2069]/g, ''))
}

export function linkIn(mail: Mail): string {
  return /https?:\/\/\S+/.exec(mail.Text)?.[0] ?? ''
}

const stepMs = 30_000

/**
 * An authenticator app. Each code works once, and the previous code is still valid: `code` starts with the previous
 * one, so that two codes in a row need no wait.
 */
export class Authenticator {
  #secret: Secret
  #lastStep = 0

  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(/\s/g, ''))
  }

  async code(): Promise<string> {
    const now = Date.now()
    // Late in a step, the previous code could expire before it arrives.
    const first = Math.floor(now / stepMs) - (now % stepMs < stepMs / 2 ? 1 : 0)
    const step = Math.max(first, this.#lastStep + 1)
    this.#lastStep = step
    const timestamp = step * stepMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(timestamp - now, 0)))
    return new TOTP({ secret: this.#secret }).generate({ timestamp })
  }
}

export const password = 'Quiet-Lagoon-1'

/** Waits for the proof of work, which starts when the form first has the focus. It is slow on a busy machine. */
export async function passHumanCheck(page: Page): Promise<void> {
  const check = page.locator('altcha-widget .altcha')
  await expect(check).toHaveAttribute('data-state', 'verified', { timeout: 90_000 })
}

/** Signs up from the mailed link to the portal: password, human check, terms, authenticator, recovery codes. */
export async function joinPortal(
  page: Page,
  { link, locale, lands }: { link: string; locale: Locale; lands?: RegExp },
): Promise<Authenticator> {
  const t = signUpMessages[locale]
  const setUp = setUpMessages[locale]
  await page.goto(link)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('checkbox').first().check()
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.signUp }).click()
  await expect(page.getByRole('heading', { level: 1, name: setUp.title })).toBeVisible()
  await page.getByRole('button', { name: setUp.useApp }).click()
  await expect(page.getByAltText(secondFactorMessages[locale].qrCode)).toBeVisible()
  const authenticator = new Authenticator((await page.locator('code').first().textContent()) ?? '')
  await page.getByLabel(setUp.otp).fill(await authenticator.code())
  await expect(page.getByRole('heading', { level: 1, name: setUp.codesTitle })).toBeVisible()
  await page.getByRole('button', { name: secondFactorMessages[locale].saved }).click()
  if (lands !== undefined) {
    await expect(page).toHaveURL(lands)
    return authenticator
  }
  await goToAccount(page, locale)
  return authenticator
}

/** Goes to the account from the last page of joining, which offers the platforms. */
export async function goToAccount(page: Page, locale: Locale): Promise<void> {
  const t = joinedMessages[locale]
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  await page.getByRole('link', { name: t.toAccount }).click()
  await atHome(page)
}

/** Waits for the home page, where a login without a target leads. */
export async function atHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Expands a section of the security page. */
export async function unfold(page: Page, id: string): Promise<void> {
  await page.locator(`#${id} > h2 > button[aria-expanded=false]`).click()
}

const isBehindLogin = ({ pathname }: URL) => /^\/(main|admin)(\/|$)/.test(pathname)

/** Removes the data of the user or admin from documents, so that pages request them from the API. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route(isBehindLogin, async (route) => {
    const headers = { ...route.request().headers(), 'sec-purpose': 'prefetch' }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
}

/** Sets the browser's language, as the switch on each page does. */
export async function setLocale(page: Page, locale: Locale): Promise<void> {
  const name = `${cookiePrefix}locale`
  await page.context().addCookies([{ name, value: locale, url: urls.portal }])
}

/**
 * Expects no axe violation. Runs with all journeys only, in English and Arabic, because the other languages have the
 * layout of English.
 */
export async function expectAccessible(page: Page, locale: Locale = 'en'): Promise<void> {
  if (!runsAll || (locale !== 'en' && locale !== 'ar')) return
  // Waits, because a page briefly has no heading between two steps or while a part is loading.
  await page.waitForLoadState('networkidle')
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

/**
 * Removes the server's time from responses, because a test with a moved browser clock would otherwise see the real
 * time.
 */
export async function withoutServerTime(page: Page): Promise<void> {
  const calls =
    /\/api\/(users\/(recovery|company\/leave)|admin\/(partners|bulk|me\/preferences)\b.*)$/
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    const { 'x-session-expires': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}
