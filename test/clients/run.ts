import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { missingApache, startApache } from './apache.ts'
import { letsInByRole } from './by-role.ts'
import { withDemo, type Walk } from './demo.ts'
import { startOauth2Proxy } from './oauth2-proxy.ts'
import { kinds, startProgram, type Site } from './programs.ts'
import {
  confirmStepUp,
  deactivate,
  demoPerson,
  done,
  isOut,
  logIn,
  makeLoginOlder,
  text,
} from './steps.ts'

/** `npm run test:clients`: foreign OpenID clients, step by step, with a real browser. */

const [orders, invoices] = [site('orders', 18_183), site('invoices', 18_184)]
const approvals = { ...site('approvals', 18_187), role: 'approver' }
const payments = { ...site('payments', 18_188), role: 'payer' }
const others = [site('go-oidc', 18_185), site('express', 18_186)]
const browserOnly = { ...site('page', 18_189), secret: null }

await withDemo({ folder: '.data/clients', firstPort: 18_180 }, async (walk) => {
  await register()
  for (const other of others) await showsUser(walk, other)
  await walksPage(walk)
  await asksOauth2Proxy(walk)
  await walkApache(walk)
  console.log('Everything that was not skipped works.')
})

async function showsUser({ page, portal, atEnd }: Walk, other: Site): Promise<void> {
  const id = other.id as keyof typeof kinds
  const stop = await startProgram(id, `${portal}/oidc`, other)
  if (typeof stop === 'string') return console.log(stop)
  atEnd(stop)
  await page.goto(other.url)
  if (page.url().startsWith(`${portal}/login`)) await logIn(page, portal)
  await page.waitForURL(`${other.url}/**`)
  const { sub, name, email, email_verified } = JSON.parse(await text(page))
  const seen = [sub, name, email, email_verified].join(', ')
  done(`${kinds[id].name} knows ${seen}`, seen === `${await identity()}, true`)
}

async function walksPage({ page, portal, atEnd }: Walk): Promise<void> {
  const stop = await startProgram('page', `${portal}/oidc`, browserOnly)
  if (typeof stop === 'string') return console.log(stop)
  atEnd(stop)
  await page.goto(browserOnly.url)
  await page.getByText('refreshed').waitFor()
  const { sub, name, email, ...rest } = JSON.parse(await page.locator('pre').innerText())
  done(
    `a page without a server knows ${name}`,
    [sub, name, email].join(', ') === (await identity()),
  )
  done('it renews its token from the page', rest.refreshed === true && rest.before === 200)
  done('and revokes it', rest.after === 401)
}

async function asksOauth2Proxy({ page, portal, atEnd }: Walk): Promise<void> {
  const stop = await startOauth2Proxy(`${portal}/oidc`, payments)
  if (typeof stop === 'string') return console.log(stop)
  atEnd(stop)
  await page.goto(payments.url)
  if (page.url().startsWith(`${portal}/login`)) await logIn(page, portal)
  await letsInByRole(page, payments, 403)
}

async function identity(): Promise<string> {
  const { demoEmail } = await import('../../demo/seed.ts')
  return `${await demoPerson()}, Ada Byron, ${demoEmail}`
}

async function walkApache(walk: Walk): Promise<void> {
  const missing = missingApache()
  if (missing) return console.log(missing)
  const apache = await startApache(`${walk.portal}/oidc`, [
    orders,
    { ...invoices, asksForMore: true },
    approvals,
  ])
  walk.atEnd(apache.stop)
  await walkSites(walk).catch(async (error: Error) => {
    console.log(await readFile(apache.log, 'utf8').catch(() => ''))
    throw error
  })
}

async function walkSites(walk: Walk): Promise<void> {
  const { page, portal, hubUrl } = walk
  await page.context().clearCookies()
  await page.goto(orders.url)
  done('Apache redirects a visitor to the login', page.url().startsWith(`${portal}/login`))
  await logIn(page, portal)
  await page.waitForURL(`${orders.url}/**`)
  done('after the login the page opens', (await page.textContent('body')) === 'This is orders.')
  const headers = (await page.goto(orders.url))?.headers() ?? {}
  const [user = '', remote = ''] = [headers['x-user'], headers['x-remote-user']]
  done(`Apache knows ${user}`, user === `${await identity()}, 1`)
  done(`and sets REMOTE_USER to ${remote}`, remote.startsWith(await demoPerson()))

  await page.goto(invoices.url)
  const opened = (await text(page)) === 'This is invoices.'
  done(
    'a second platform opens without a login, with max_age, acr_values and its own look at acr',
    opened,
  )
  await page.goto(hubUrl)
  done('and a third, which is written with another library', /Ada Byron/.test(await text(page)))

  await letsInByRole(page, approvals, 401)
  await stepsUp(page, portal)
  const bye = encodeURIComponent(`${orders.url}/bye.txt`)
  await page.goto(`${orders.url}/callback?logout=${bye}`)
  await page.waitForURL(`${orders.url}/bye.txt`)
  done('logging out at a platform with the ID token as a hint asks nothing and leads back', true)
  await isOut(walk, orders.url, 'the user is logged out of it')
  await isOut(walk, invoices.url, 'the second has heard of it by its back channel')
  await isOut(walk, hubUrl, 'and so has the third')
  await page.goto(`${portal}/main/profile`)
  await page.waitForURL(`${portal}/login**`)
  done('the user is logged out of the portal', true)

  await page.goto(invoices.url)
  await logIn(page, portal)
  await page.waitForURL(`${invoices.url}/**`)
  done('the user logs in again, at the second platform', (await text(page)) === 'This is invoices.')
  await deactivate()
  await isOut(walk, invoices.url, 'a deactivated user is logged out')
}

/** The second platform's own session is gone, and the login is older than its `max_age`. */
async function stepsUp(page: Page, portal: string): Promise<void> {
  await page.context().clearCookies({ name: `portico-${invoices.id}` })
  await makeLoginOlder()
  await page.goto(invoices.url)
  done('a login older than max_age leads to a step-up', page.url().startsWith(`${portal}/step-up`))
  await confirmStepUp(page)
  await page.waitForURL(`${invoices.url}/**`)
  done('after password and code the platform opens', (await text(page)) === 'This is invoices.')
  await page.goto(orders.url)
  done('and the first one is still open', (await text(page)) === 'This is orders.')
}

async function register(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/subsystem.ts')
  const { grantAccess: giveAccess } = await import('#domain/platform-account.ts')
  const ada = await demoPerson()
  for (const { id, secret, url, role } of [
    orders,
    invoices,
    approvals,
    payments,
    browserOnly,
    ...others,
  ] as Site[]) {
    await upsertSubsystem(db, {
      id,
      name: `Trial: ${id}`,
      url,
      clientSecret: secret,
      redirectUris: [`${url}/callback`, `${url}/oauth2/callback`],
      postLogoutUris: [`${url}/bye.txt`],
      ...(role !== undefined && {
        extraScopes: ['roles'],
        // Apache takes what an ID token says before what userinfo says.
        idTokenClaims: id !== approvals.id,
        roles: [{ id: role, names: { en: role }, byCompany: false }],
      }),
      backchannelLogoutUri: [...others, payments, browserOnly].some((other) => other.id === id)
        ? null
        : `${url}/callback?logout=backchannel`,
    })
    await giveAccess(db, ada, [id])
  }
}

function site(id: string, port: number): Site & { secret: string } {
  return {
    id,
    port,
    url: `http://127.0.0.1:${port}`,
    secret: randomBytes(24).toString('base64url'),
  }
}
