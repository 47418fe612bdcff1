import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { calculatePKCECodeChallenge } from 'openid-client'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { messages } from '../../features/platforms/single-sign-on/messages.ts'
import { addPerson, enterAs, server, type Person } from './people.ts'
import { urls } from './place.ts'
import { password, setLocale, test, visit } from './stage.ts'

const t = messages.en
const verifier = 'a-verifier-of-the-journey-that-is-long-enough-for-rfc-7636'

/** A platform that answers each request with what it received. */
type Site = { id: string; origin: string; callback: string; home: string; signedOut: string }
const sites: Server[] = []

test.afterAll(() => sites.forEach((site) => site.close()))

test('P22 P27: form_post brings the code to the platform by a form, also without scripts', async ({
  page,
  browser,
}) => {
  const { site } = await entered(page)
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

test('P22 P27: a logout without a hint asks, leads back, or leads home to the platform', async ({
  page,
}) => {
  const { site } = await entered(page)
  const logout = `/oidc/session/end?${new URLSearchParams({
    client_id: site.id,
    post_logout_redirect_uri: site.signedOut,
  })}`
  await page.goto(logout)
  await page.getByRole('link', { name: t.stay }).click()
  await expect(page).toHaveURL(site.home)
  await page.goto(logout)
  await page.getByRole('button', { name: t.logOut }).click()
  // The platform redirects on to its home, which the policy allows as well.
  await expect(page).toHaveURL(`${site.home}?out`)
  await visit(page, '/main/profile', 401)
  await expect(page).toHaveURL(/\/login/)
})

test('P22 P27: a logout with the ID token of the session does not ask, by redirect or by a form', async ({
  page,
}) => {
  for (const way of ['redirect', 'form'] as const) {
    const { site, person } = await entered(page)
    const { idToken, sub } = await openPlatform(page, site)
    expect(sub).toBe(person.id)
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: site.signedOut }
    const query = new URLSearchParams(fields)
    if (way === 'redirect') await page.goto(`/oidc/session/end?${query}`)
    else await page.goto(`${site.origin}/post?${query}`)
    await expect(page).toHaveURL(`${site.home}?out`)
    await visit(page, '/main/profile', 401)
    await expect(page).toHaveURL(/\/login/)
  }
})

test('P22: another user who logs in at prompt=login arrives at the platform', async ({ page }) => {
  const { site } = await entered(page)
  const other = await addPerson({ subsystems: [site.id] })
  await openPlatform(page, site)
  await page.goto(await requestOf(site, { prompt: 'login', response_mode: 'form_post' }))
  await logIn(page, other)
  await expect(page).toHaveURL(site.callback)
  const body = (await page.locator('pre').textContent()) ?? ''
  const code = /code=([\w-]+)/.exec(body)?.[1] ?? ''
  expect((await exchange(site, code)).sub).toBe(other.id)
})

async function entered(page: Page): Promise<{ site: Site; person: Person }> {
  await setLocale(page, 'en')
  const site = await startSite()
  const person = await addPerson({ subsystems: [site.id] })
  await enterAs(page, person)
  return { site, person }
}

/** Registers a platform, a public client. Its page /post sends its query to the portal's logout as a form. */
async function startSite(): Promise<Site> {
  const listener = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const url = new URL(request.url ?? '', 'http://site')
    if (url.pathname === '/signed-out') {
      response.writeHead(303, { location: '/home?out' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (url.pathname === '/post') {
      const fields = [...url.searchParams].map(
        ([name, value]) => `<input name="${name}" value="${value}">`,
      )
      const action = `${urls.portal}/oidc/session/end`
      response.end(
        `<form method="post" action="${action}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
      )
      return
    }
    response.end(`<title>Site</title><pre>${request.method} ${url.search} ${body}</pre>`)
  })
  sites.push(listener)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const id = `site-${(listener.address() as AddressInfo).port}`
  const site = {
    id,
    origin,
    callback: `${origin}/callback`,
    home: `${origin}/home`,
    signedOut: `${origin}/signed-out`,
  }
  const { people } = await server()
  await people.addPlatform({
    id,
    name: 'Site',
    url: site.home,
    redirectUris: [site.callback],
    postLogoutUris: [site.signedOut],
  })
  return site
}

async function requestOf(site: Site, extra: Record<string, string> = {}): Promise<string> {
  return `/oidc/auth?${new URLSearchParams({
    client_id: site.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: site.callback,
    state: 'journey',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  })}`
}

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
