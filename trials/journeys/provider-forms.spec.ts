import { type Server } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages } from '../../features/platforms/single-sign-on/texts/messages.ts'
import { addPerson, type Person } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { password, test, visitExpecting } from '../../test/e2e/stage.ts'
import { enterNewSite, requestOf } from '../../test/e2e/provider-forms.ts'

test.afterAll(() => sites.forEach((site) => site.close()))

const t = messages.en
const verifier = 'a-verifier-of-the-journey-that-is-long-enough-for-rfc-7636'

/** A platform that responds to each request with the received data. */
type Site = { id: string; origin: string; callback: string; home: string; signedOut: string }

const sites: Server[] = []

test.afterAll(() => sites.forEach((site) => site.close()))

test('P22 P27: a logout without a hint asks for confirmation, and returns to the platform either way', async ({
  page,
}) => {
  const { site } = await enterNewSite(page)
  const logout = `/oidc/session/end?${new URLSearchParams({
    client_id: site.id,
    post_logout_redirect_uri: site.signedOut,
  })}`
  await page.goto(logout)
  await page.getByRole('link', { name: t.stay }).click()
  await expect(page).toHaveURL(site.home)
  await page.goto(logout)
  await page.getByRole('button', { name: t.logOut }).click()
  // The platform redirects to its home, which the policy allows as well.
  await expect(page).toHaveURL(`${site.home}?out`)
  await visitExpecting(page, '/main/profile', 401)
  await expect(page).toHaveURL(/\/login/)
})

test('P22 P27: a logout with the session’s ID token needs no confirmation, by redirect or by a form', async ({
  page,
}) => {
  for (const way of ['redirect', 'form'] as const) {
    const { site, person } = await enterNewSite(page)
    const { idToken, sub } = await openPlatform(page, site)
    expect(sub).toBe(person.id)
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: site.signedOut }
    const query = new URLSearchParams(fields)
    if (way === 'redirect') await page.goto(`/oidc/session/end?${query}`)
    else await page.goto(`${site.origin}/post?${query}`)
    await expect(page).toHaveURL(`${site.home}?out`)
    await visitExpecting(page, '/main/profile', 401)
    await expect(page).toHaveURL(/\/login/)
  }
})

test('P22: another user who logs in at prompt=login arrives at the platform', async ({ page }) => {
  const { site } = await enterNewSite(page)
  const other = await addPerson({ subsystems: [site.id] })
  await openPlatform(page, site)
  await page.goto(await requestOf(site, { prompt: 'login', response_mode: 'form_post' }))
  await logIn(page, other)
  await expect(page).toHaveURL(site.callback)
  const body = (await page.locator('pre').textContent()) ?? ''
  const code = /code=([\w-]+)/.exec(body)?.[1] ?? ''
  expect((await exchange(site, code)).sub).toBe(other.id)
})

async function openPlatform(page: Page, site: Site): Promise<{ idToken: string; sub: string }> {
  await page.goto(await requestOf(site))
  await expect(page).toHaveURL(/\/callback\?code=/)
  return exchange(site, new URL(page.url()).searchParams.get('code') ?? '')
}

async function exchange(site: Site, code: string): Promise<{ idToken: string; sub: string }> {
  const answer = await fetch(`${urls.portal}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: site.callback,
      client_id: site.id,
      code_verifier: verifier,
    }),
  })
  const { id_token: idToken = '' } = (await answer.json()) as { id_token?: string }
  return { idToken, sub: decodeJwt(idToken).sub ?? '' }
}

async function logIn(page: Page, { email, authenticator }: Person): Promise<void> {
  const words = loginMessages.en
  await page.getByLabel(words.email, { exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.logIn, exact: true }).click()
  await page.getByLabel(words.otp).fill(await authenticator.code())
}

test('P22 P27: form_post sends the code to the platform by a form, also without scripts', async ({
  page,
  browser,
}) => {
  const { site } = await enterNewSite(page)
  await page.goto(await requestOf(site, { response_mode: 'form_post' }))
  await expect(page).toHaveURL(site.callback)
  await expect(page.locator('pre')).toContainText(/^POST .*state=journey/s)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: urls.portal })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(await requestOf(site, { response_mode: 'form_post' }))
  await plain.getByRole('button', { name: t.continue }).click()
  await expect(plain).toHaveURL(site.callback)
  await expect(plain.locator('pre')).toContainText(/^POST .*code=/s)
  await context.close()
})
