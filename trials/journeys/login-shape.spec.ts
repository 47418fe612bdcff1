import { expect, type Page } from '@playwright/test'
import { environmentMessages } from '../../app/web/texts/messages.ts'
import {
  messages as publicMessages,
  sessionEndMessages,
} from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson, enterIn } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, expectAccessible, password, setLocale, test } from '../../test/e2e/stage.ts'
import { logIn } from '../../test/e2e/login-shape.ts'
import { ago } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'

const t = loginMessages.en
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

test('U1: on a wide screen the login starts with the focus in its first field, and the six digits are accepted', async ({
  page,
}) => {
  const person = await addPerson()
  await open(page, '/login')
  await expect(email(page)).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(t.otp)).toBeFocused()
  await page.keyboard.type(await person.authenticator.code())
  await expect(page).toHaveURL(new RegExp(`^${urls.portal}/main/`))
})

test('U1: a known email address moves the focus to the password, and a phone opens no keyboard', async ({
  page,
}) => {
  await open(page, '/login?login_hint=ada@quay.example')
  await expect(page.getByLabel(t.password, { exact: true })).toBeFocused()
  await page.setViewportSize(phone)
  await open(page, '/login')
  await expect(page.locator('input:focus')).toHaveCount(0)
})

test('the code step shows one method, and the others behind one button', async ({ page }) => {
  const person = await addPerson()
  await open(page, '/login')
  await logIn(page, person.email)
  await page.getByLabel(t.otp).waitFor()
  const ways = page.getByRole('button', { name: t.otherWays })
  const recovery = page.getByRole('button', { name: t.useRecoveryCode })
  await expect(recovery).toHaveCount(0)
  await expect(ways).toHaveAttribute('aria-expanded', 'false')
  await ways.click()
  await expect(page.getByRole('button', { name: publicMessages.en.lostDevice })).toBeVisible()
  await expect(page.getByRole('button', { name: t.back })).toBeVisible()
  await recovery.click()
  await expect(page.getByLabel(t.recoveryCode)).toBeFocused()
  await expect(ways).toHaveAttribute('aria-expanded', 'false')
})

test('ER-04: errors of the login are next to their fields, with a hint after the text of the specification', async ({
  page,
}) => {
  allowStatus(page, 401)
  await open(page, '/login')
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveAccessibleDescription(t.emailRequired)
  await expect(page.locator('[data-summary]')).toHaveCount(0)
  await logIn(page, 'nobody@quay.example')
  await expect(page.getByLabel(t.password, { exact: true })).toHaveAccessibleDescription(
    t.invalidCredentials,
  )
  await expect(page.locator('[data-summary]')).toHaveCount(0)
})

test('A1: the error of a wrong password shows how many attempts are left', async ({ page }) => {
  allowStatus(page, 401)
  await open(page, '/login')
  await page.route('**/api/users/login', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ errorCode: 401201, errors: [{ code: 401201, attemptsLeft: 3 }] }),
    }),
  )
  await logIn(page, 'ada@quay.example')
  await expect(page.getByLabel(t.password, { exact: true })).toHaveAccessibleDescription(
    'Wrong email or password. 3 attempts left.',
  )
})

test('with reduced motion, steps change without a transition', async ({ page }) => {
  const person = await addPerson()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    `document.startViewTransition = () => { throw new Error('a transition') }`,
  )
  await open(page, '/login')
  await logIn(page, person.email)
  await expect(page.getByLabel(t.otp)).toBeFocused()
})

test('the admin login names the area and the environment, and links customers to their login', async ({
  page,
}) => {
  await open(page, '/admin/login')
  await expect(email(page)).toBeFocused()
  await expect(page.getByText(publicMessages.en.administration, { exact: true })).toBeVisible()
  await expect(page.getByText(environmentMessages.en.development)).toBeVisible()
  await expect(page.getByText(publicMessages.en.tagline)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: publicMessages.en.customer }).click()
  await expect(page).toHaveURL(`${urls.portal}/login`)
})

test('A1: the passkey button is part of the document, so that the login does not shift', async ({
  page,
}) => {
  for (const [path, viewport] of [
    ['/login', wide],
    ['/login', phone],
    ['/admin/login', phone],
  ] as const) {
    await page.setViewportSize(viewport)
    await open(page, path)
    await page.getByRole('button', { name: t.usePasskey }).waitFor()
    expect(await page.evaluate<number[]>(shifts)).toEqual([])
  }
})

test('3W13: a phone shows tagline and claim above the login, without a longer page', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await open(page, '/login')
  await expect(page.getByText(publicMessages.en.tagline)).toBeInViewport()
  await expect(page.getByText(publicMessages.en.claim)).toBeInViewport()
  await expect(page.getByRole('button', { name: t.usePasskey })).toBeInViewport()
})

test('a long address breaks after its @ and dots on a phone', async ({ page }) => {
  const { email: address } = await addPerson()
  await page.setViewportSize(phone)
  await open(page, '/login')
  await logIn(page, address)
  const emphasizedAddress = page.locator('strong', { hasText: address })
  await expect(emphasizedAddress).toHaveText(address)
  // Each part of the text is on one line.
  expect(await page.evaluate<number[]>(linesOfParts)).toEqual([1, 1, 1, 1])
})

/** A script that returns the layout shifts without user input. */
const shifts = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve([]), 500)
})`

const linesOfParts = `[...document.querySelector('bdi > strong').childNodes]
  .filter((node) => node.nodeType === Node.TEXT_NODE)
  .map((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })`

async function open(page: Page, url: string): Promise<void> {
  await setLocale(page, 'en')
  await page.goto(url)
  await isReady(page)
}

async function isReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: t.logIn, exact: true })).toBeEnabled()
}

function email(page: Page) {
  return page.getByLabel(t.email, { exact: true })
}

test('M7: after an idle timeout the login shows the reason and leads back to the page', async ({
  page,
}) => {
  allowStatus(page, 401)
  // A call that the page makes by itself would lead to the login first.
  await page.route('**/api/users/recovery', (route) => route.fulfill({ json: { recovery: null } }))
  const lastCall = page.waitForResponse('**/api/users/company/leave')
  const person = await enterIn(page, 'en', '/main/profile')
  await lastCall
  await updateRows('sessions', { userId: person.id }, { lastSeenAt: ago('1 hour') })
  await page.goto('/main/security')
  await expect(page).toHaveURL(/\/login\?.*ended=endedIdle/)
  await expect(page.getByText(sessionEndMessages.en.endedIdle)).toBeVisible()
  await expectAccessible(page)
  await isReady(page)
  await logIn(page, person.email)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/security`)
})
