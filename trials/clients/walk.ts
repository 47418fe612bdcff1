import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { abilityNames, paths, type Ability } from './abilities.ts'
import {
  confirmLogout,
  countTokens,
  expireTokens,
  issuer,
  logOutElsewhere,
  weakenLogin,
  portal,
} from './portal.ts'
import type { Site } from './programs.ts'
import { supportOf, type Stack } from './stacks.ts'
import { confirmStepUp, demoPerson, check, logIn, backdateLogin } from './steps.ts'

type Visit = { page: Page; stack: Stack; site: Site; authorizationRequests: URL[] }

/** Tests a platform with every ability that its library has, and checks that it answers 501 for the others. */
export async function walk(page: Page, stack: Stack, site: Site): Promise<void> {
  const authorizationRequests: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin + url.pathname === `${issuer}/auth`) authorizationRequests.push(url)
  })
  const visit = { page, stack, site, authorizationRequests }
  await page.goto(addressOf(visit, 'login'))
  await page.waitForURL(isLogin)
  await logIn(page, portal)
  await knowsUser(visit, 'login and userinfo')
  const first = authorizationRequests[0]?.searchParams
  const hasChallenge = first?.has('code_challenge') === true || first?.has('request_uri') === true
  check(`${site.id}: PKCE is ${supportOf(stack, 'pkce')}`, hasChallenge === has(visit, 'pkce'))
  if (stack.api !== undefined) await callsApi(visit, site.url + stack.api)
  for (const ability of abilityNames) await answersNotImplemented(visit, ability)
  await refreshes(visit)
  await pushes(visit)
  await returnsSilently(visit)
  await stepsUp(visit, 'maxAge', backdateLogin)
  await stepsUp(visit, 'stepUp', weakenLogin)
  await endsSessionAfterLogout(visit)
  await logsOut(visit)
}

function has({ stack }: Visit, ability: Ability): boolean {
  return supportOf(stack, ability) !== 'not offered'
}

function addressOf({ stack, site }: Visit, ability: Ability): string {
  const path = stack.paths?.[ability] ?? paths[ability]
  const bye = site.url + (stack.bye ?? '/bye')
  const parameters = new URLSearchParams({ client_id: site.id, post_logout_redirect_uri: bye })
  const end = `${issuer}/session/end?${parameters}`
  return (
    site.url +
    path.replace('{bye}', encodeURIComponent(bye)).replace('{end}', encodeURIComponent(end))
  )
}

async function answersNotImplemented(visit: Visit, ability: Ability): Promise<void> {
  const { page, stack, site } = visit
  if (has(visit, ability) || ability === 'pkce' || stack.isProduct) return
  const answer = await page.request.get(addressOf(visit, ability))
  check(`${site.id} answers 501 for ${ability}`, answer.status() === 501)
}

async function callsApi({ page, site }: Visit, address: string): Promise<void> {
  const answer = await (await page.request.get(address)).text()
  check(`${site.id}: an API introspects the token`, answer.includes(`"${await demoPerson()}"`))
}

async function knowsUser(visit: Visit, what: string): Promise<void> {
  const { page, site } = visit
  await page.waitForURL(`${site.url}/**`)
  check(`${site.id}: ${what}`, await showsUser(visit))
}

/** Returns true if the current page shows the logged-in user. */
async function showsUser({ page, stack, site }: Visit): Promise<boolean> {
  if (!page.url().startsWith(site.url)) return false
  const { demoEmail } = await import('../../demo/seed.ts')
  const body =
    stack.identity === undefined
      ? await textOf(page)
      : await (await page.request.get(site.url + stack.identity)).text()
  const parts = stack.isProduct
    ? [demoEmail]
    : [`"${await demoPerson()}"`, '"Ada Byron"', `"${demoEmail}"`]
  return parts.every((part) => body.includes(part))
}

/** Returns the text of the page once it is not empty, because a page without a server renders later. */
async function textOf(page: Page): Promise<string> {
  await page
    .locator('body')
    .filter({ hasText: /\S/ })
    .waitFor()
    .catch(() => undefined)
  return (await page.textContent('body')) ?? ''
}

/** Deletes the platform's session but keeps the portal's. */
async function forgetPlatform({ page, site, stack }: Visit): Promise<void> {
  await page.context().clearCookies({ domain: '127.0.0.1' })
  if (!stack.isBrowserOnly) return
  await page.goto(`${site.url}/bye`)
  await page.evaluate(() => sessionStorage.clear())
}

async function refreshes(visit: Visit): Promise<void> {
  const { page, site, stack } = visit
  if (!has(visit, 'refresh')) return
  await delay(stack.refreshesAfterMs ?? 0)
  if (stack.refreshesExpiredOnly) await expireTokens(site.id)
  const before = await countTokens(site.id)
  await page.goto(addressOf(visit, 'refresh'))
  await textOf(page)
  const after = await countTokens(site.id)
  check(`${site.id}: a refresh brings a new token`, after > before)
  await delay(stack.refreshesAfterMs ?? 0)
  if (stack.refreshesExpiredOnly) await expireTokens(site.id)
  const between = await countTokens(site.id)
  const address = addressOf(visit, 'twice')
  if (stack.isBrowserOnly) {
    await page.goto(address)
    await textOf(page)
  } else {
    const answers = await Promise.all([page.request.get(address), page.request.get(address)])
    check(
      `${site.id}: two concurrent refreshes are answered`,
      answers.every((answer) => answer.ok() && answer.url().startsWith(site.url)),
    )
  }
  const last = await countTokens(site.id)
  check(`${site.id}: two concurrent refreshes return ${last - between} tokens`, last > between)
  await page.goto(addressOf(visit, 'login'))
  await knowsUser(visit, 'the session survives concurrent refreshes')
}

async function pushes(visit: Visit): Promise<void> {
  if (!has(visit, 'par')) return
  await forgetPlatform(visit)
  await visit.page.goto(addressOf(visit, 'par'))
  await knowsUser(visit, 'login with a pushed request')
  check(
    'the authorization URL contains only a reference',
    visit.authorizationRequests.at(-1)?.searchParams.has('request_uri') === true,
  )
}

async function returnsSilently(visit: Visit): Promise<void> {
  if (!has(visit, 'silent')) return
  await forgetPlatform(visit)
  await visit.page.goto(addressOf(visit, 'silent'))
  await knowsUser(visit, 'silent sign-on')
}

async function stepsUp(
  visit: Visit,
  ability: 'maxAge' | 'stepUp',
  prepare: () => Promise<void>,
): Promise<void> {
  const { page, site } = visit
  if (!has(visit, ability)) return
  await forgetPlatform(visit)
  await prepare()
  await page.goto(addressOf(visit, ability))
  await page.waitForURL((url) => url.href.startsWith(`${portal}/step-up`))
  check(`${site.id}: ${ability} leads to a step-up`, page.url().startsWith(`${portal}/step-up`))
  await confirmStepUp(page, portal)
  await knowsUser(visit, `${ability} after the step-up`)
}

async function endsSessionAfterLogout(visit: Visit): Promise<void> {
  const { page, site, stack } = visit
  await page.goto(addressOf(visit, 'login'))
  await logOutElsewhere(page)
  if (has(visit, 'backchannel'))
    await expectLoggedOut(visit, 'the back-channel logout ends the session')
  else if (has(visit, 'refresh')) {
    await delay(stack.refreshesAfterMs ?? 0)
    const before = await countTokens(site.id)
    await page.goto(addressOf(visit, 'refresh')).catch(() => undefined)
    if (page.url().startsWith(site.url)) await textOf(page)
    check(`${site.id}: a refresh after the logout fails`, (await countTokens(site.id)) <= before)
    const isKept = stack.outlivesRefresh === true
    const message = isKept ? 'the session ends only with the ID token' : 'the page shows no user'
    check(`${site.id}: ${message}`, (await showsUser(visit)) === isKept)
  } else if (stack.refreshesAfterMs !== undefined) {
    await delay(stack.refreshesAfterMs)
    await page.goto(addressOf(visit, 'login'))
    check(`${site.id}: the next silent sign-on ends the session`, !(await showsUser(visit)))
  }
}

async function logsOut(visit: Visit): Promise<void> {
  const { page, site, stack } = visit
  if (!has(visit, 'logout')) return
  await forgetPlatform(visit)
  await page.goto(addressOf(visit, 'login'))
  await page.waitForURL(`${portal}/login**`)
  await logIn(page, portal)
  await knowsUser(visit, 'the user logs in again')
  await page.goto(addressOf(visit, 'logout'))
  if (stack.asksBeforeLogout) await confirmLogout(page)
  await page.waitForURL(`${site.url}${stack.bye ?? '/bye'}**`)
  check(`${site.id}: the logout returns to the platform`, true)
  await expectLoggedOut(visit, 'the user is logged out')
  await page.goto(`${portal}/main/profile`)
  await page.waitForURL(`${portal}/login**`)
  check('the user is logged out of the portal', true)
  if (!has(visit, 'silent')) return
  await page.goto(addressOf(visit, 'silent'))
  await page.waitForURL(`${site.url}/**`)
  check(`${site.id}: silent sign-on fails without showing a page`, !(await showsUser(visit)))
}

/** Opens the platform's login URL until it leads to the portal's login, and prints how long that took. */
async function expectLoggedOut(visit: Visit, what: string): Promise<void> {
  const { page, site } = visit
  const address = addressOf(visit, 'login')
  const start = Date.now()
  let isLoggedOut = await leadsToLogin(page, address)
  while (!isLoggedOut && Date.now() - start < 30_000)
    isLoggedOut = await leadsToLogin(page, address)
  check(`${site.id}: ${what} (${Date.now() - start} ms)`, isLoggedOut)
}

async function leadsToLogin(page: Page, address: string): Promise<boolean> {
  await page.goto(address)
  const hasArrived = page.waitForURL(isLogin, { timeout: 1_000 })
  return hasArrived.then(
    () => true,
    () => isLogin(new URL(page.url())),
  )
}

function isLogin({ href }: URL): boolean {
  return href.startsWith(`${portal}/login`)
}
