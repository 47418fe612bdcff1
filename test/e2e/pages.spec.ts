import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { deadEndMessages } from '../../app/web/public/texts/messages.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { messages as termsMessages } from '../../features/pages/terms/texts/messages.ts'
import { mailedLinkMessages } from '../../web/parts/texts/messages.ts'
import { inviteIn } from './people.ts'
import { urls } from './place.ts'
import {
  allowStatus,
  invite,
  joinPortal,
  linkIn,
  mailTo,
  setLocale,
  test,
  visitExpecting,
} from './stage.ts'

test('RT-01 RT-02 the root path leads to the login', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(`${urls.portal}/login`)
  await expect(page.getByRole('heading', { level: 1, name: loginMessages.en.title })).toBeVisible()
})

test('RT-11 RT-09 the alternative spelling of sign-up redirects and keeps the query', async ({
  page,
}) => {
  await page.goto('/signup?user=a%40b.example&redirect_url=x')
  await expect(page).toHaveURL(/\/sign-up\?user=a%40b\.example&redirect_url=x$/)
  await expect(
    page.getByRole('heading', { level: 1, name: mailedLinkMessages.en.lostTitle }),
  ).toBeVisible()
})

test('3K7: 3W10 RT-13 RT-03 the pages of the terms and for unauthorized users work on their own, and offer visitors the login', async ({
  page,
}) => {
  await page.goto('/terms-conditions')
  await expect(page.getByRole('heading', { level: 1, name: termsMessages.en.title })).toBeVisible()
  await visitExpecting(page, '/unauthorized', 403)
  const t = deadEndMessages.en
  await expect(page.getByRole('heading', { level: 1, name: t.unauthorizedTitle })).toBeVisible()
  await expect(page.getByText(t.unauthorizedVisitor)).toBeVisible()
  await expect(page.getByText(t.unauthorized)).toHaveCount(0)
  await expect(page.getByRole('link', { name: t.toLogin })).toHaveAttribute('href', '/login')
})

test('RT-15 an unknown path shows a page with status 404, also below /main and /admin', async ({
  page,
}) => {
  // The admin area asks the server for the session, because an identity provider may have started one.
  allowStatus(page, 401)
  for (const path of ['/nothing', '/main/nothing', '/admin/nothing', '/login/nothing']) {
    const answer = await visitExpecting(page, path, 404)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('RT-26 RT-18 ER-03 a visitor is redirected to the login with the requested path', async ({
  page,
}) => {
  await page.goto('/main/security?tab=1#sessions')
  await expect(page).toHaveURL(
    `${urls.portal}/login?redirect=${encodeURIComponent('/main/security?tab=1#sessions')}`,
  )
})

test('ER-08 ST-12 a used invitation shows that it is no longer valid, and its token appears nowhere', async ({
  page,
}) => {
  const email = `used.${Date.now()}@quay.example`
  const link = await inviteIn('en', email)
  await joinPortal(page, { link, locale: 'en' })
  await page.context().clearCookies()
  const token = new URL(link, urls.portal).pathname.split('/').at(-1) ?? ''
  await visitExpecting(page, link, 400)
  await expect(
    page.getByRole('heading', { level: 1, name: signUpMessages.en.usedTitle }),
  ).toBeVisible()
  expect(page.url()).not.toContain(token)
  expect(
    await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
    ),
  ).not.toContain(token)
})

test('ER-08 VA-01 VA-07 VA-11 an invalid form sends nothing, and each error appears at its field', async ({
  page,
}) => {
  const email = `faults.${Date.now()}@quay.example`
  await invite(email, 'en')
  const requests: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/signup/with-token') && requests.push(request.url()),
  )
  await page.goto(linkIn(await mailTo(email)))
  const t = signUpMessages.en
  await page.getByLabel(t.password, { exact: true }).fill('Short-1')
  await page.getByLabel(t.confirmPassword, { exact: true }).fill('Short-2')
  await page.getByRole('button', { name: t.signUp }).click()
  await expect(page.getByLabel(t.password, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(
    page.getByText('Your password and confirmation password do not match').first(),
  ).toBeVisible()
  expect(requests).toEqual([])
})

test('SC-01 ER-04 VA-09 VA-11 the login names missing fields but only says that the credentials are wrong', async ({
  page,
}) => {
  await visitExpecting(page, '/login', 401)
  const t = loginMessages.en
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByLabel(t.email, { exact: true }).fill('ada')
  await page.getByLabel(t.password, { exact: true }).fill('Wrong-Harbour-1')
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(page.getByText('Please enter a valid email').first()).toBeVisible()
  await page.getByLabel(t.email, { exact: true }).fill('ada@quay.example')
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(page.getByText(t.invalidCredentials).first()).toBeVisible()
  await expect(page.getByLabel(t.email, { exact: true })).toHaveValue('ada@quay.example')
})

test('ST-01 ST-02 ST-10 SC-11 RT-19 RT-21 the browser stores the specified items, and logging out deletes them', async ({
  page,
}) => {
  const email = `device.${Date.now()}@quay.example`
  await setLocale(page, 'en')
  await invite(email, 'en')
  await joinPortal(page, { link: linkIn(await mailTo(email)), locale: 'en' })
  await page.goto('/main')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  for (const name of [
    frameMessages.en.home,
    frameMessages.en.personalDetails,
    frameMessages.en.security,
    frameMessages.en.helpCenter,
  ]) {
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
  }
  // A call that the page makes by itself would answer 401 once the session has ended.
  const lastCall = page.waitForResponse('**/api/users/company/leave')
  await page.getByRole('link', { name: frameMessages.en.personalDetails }).first().click()
  await lastCall
  await expect(page.getByLabel(profileMessages.en.email, { exact: true })).toHaveValue(email)
  const storage = (await page.evaluate('({ ...localStorage })')) as Record<string, string>
  expect(
    Object.keys(storage).filter(
      (key) => !['login', 'loginUntil', 'adminLogin', 'adminLoginUntil', 'locale'].includes(key),
    ),
  ).toEqual([])
  expect(storage['login']).toBe('true')
  expect(Math.abs(Number(storage['loginUntil']) - Date.now() - 15 * 60_000)).toBeLessThan(60_000)
  await page.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page
    .getByRole('menuitem', { name: frameMessages.en.logOut })
    .or(page.getByRole('button', { name: frameMessages.en.logOut }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  const storageAfter = (await page.evaluate('({ ...localStorage })')) as Record<string, string>
  expect(storageAfter['login']).toBeUndefined()
  expect(Number(storageAfter['loginUntil'] ?? 0)).toBeLessThan(Date.now())
})

test('RT-25 the login downloads no code of the areas behind it', async ({ page }) => {
  const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  const behind = ['partner', 'admin'].flatMap((area) =>
    ['main.ts', 'start.tsx'].map((name) => manifest[`app/web/${area}/${name}`]?.file ?? ''),
  )
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname.slice(1)))
  await page.goto('/login')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill('ada@quay.example')
  await page.waitForLoadState('networkidle')
  expect(behind.every((file) => file.startsWith('assets/'))).toBe(true)
  expect(loaded.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1)
  expect(loaded.filter((file) => behind.includes(file))).toEqual([])
})
