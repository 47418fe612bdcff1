import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/messages.ts'
import { messages as assuranceMessages } from '../../features/platforms/assurance/messages.ts'
import { messages as singleSignOnMessages } from '../../features/platforms/single-sign-on/messages.ts'
import { paths } from './abilities.ts'
import type { Site } from './programs.ts'
import type { Stack } from './stacks.ts'
import { demoPerson } from './steps.ts'

const folder = '.data/clients'
const base = Number(process.env['PORT'] ?? 18_180)
const ports = {
  PORT: String(base),
  BUSINESS_HUB_PORT: String(base + 1),
  ONBOARDING_PORT: String(base + 2),
  MAILBOX_PORT: String(base + 3),
  SMTP_PORT: String(base + 4),
}
/** The platforms have the ports from here on. */
export const firstPort = base + 10
export const portal = `http://localhost:${ports.PORT}`
export const issuer = `${portal}/oidc`
const t = messages.en

/** A demo of its own, which nothing is left of. */
export async function startPortal(): Promise<() => Promise<void>> {
  Object.assign(process.env, ports, { DATA_FOLDER: folder, DEMO_SAMPLES: 'off' })
  const demo = spawn(process.execPath, ['demo/start.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', () => reject(new Error('the demonstration did not start')))
    demo.stdout.on('data', (line) => {
      if (String(line).includes('is running')) resolve()
    })
  })
  const { joinRunning } = await import('../../demo/environment.ts')
  await joinRunning()
  return async () => {
    demo.removeAllListeners('exit')
    demo.kill('SIGTERM')
    if (demo.exitCode === null) await new Promise((resolve) => demo.once('exit', resolve))
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    const { forgetDatabase } = await import('../../demo/database.ts')
    await forgetDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The ID token holds no name and no address, so that a platform that knows them has asked for userinfo. */
export async function register(site: Site, stack: Stack): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/subsystem.ts')
  const { grantAccess } = await import('#domain/platform-account.ts')
  const { callback = '/callback', bye = '/bye', but = {}, role } = stack
  const backchannel = stack.paths?.backchannel ?? paths.backchannel
  await upsertSubsystem(db, {
    id: site.id,
    name: `Trial: ${site.id}`,
    url: site.url,
    clientSecret: site.secret,
    pkce: but.pkce === 'not offered' ? 'optional' : 'required',
    idTokenClaims: false,
    redirectUris: [site.url + callback],
    postLogoutUris: [site.url + bye],
    backchannelLogoutUri: but.backchannel === 'not offered' ? null : site.url + backchannel,
    ...(role !== undefined && {
      extraScopes: ['roles'],
      roles: [{ id: role, names: { en: role }, byCompany: false }],
    }),
  })
  await grantAccess(db, await demoPerson(), [site.id])
}

export async function logIn(page: Page): Promise<void> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill((await loadSecrets()).password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await enterCode(page, t.otp)
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

export async function confirmStepUp(page: Page): Promise<void> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  const { password, otp } = assuranceMessages.en
  await page.getByLabel(otp).waitFor()
  const asksForPassword = page.getByLabel(password, { exact: true })
  if (await asksForPassword.isVisible()) await asksForPassword.fill((await loadSecrets()).password)
  await enterCode(page, otp)
  await page.waitForURL((url) => url.origin !== portal)
}

/** The user logs out where no platform hears of it but by its back channel. */
export async function logOutElsewhere(page: Page): Promise<void> {
  await page.goto(`${issuer}/session/end`)
  await confirmLogout(page)
  await page.getByText(singleSignOnMessages.en.doneTitle).first().waitFor()
}

export async function confirmLogout(page: Page): Promise<void> {
  const { logOut } = singleSignOnMessages.en
  await page.getByRole('button', { name: logOut, exact: true }).click()
}

async function enterCode(page: Page, label: string): Promise<void> {
  const { currentCode } = await import('../../demo/code.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const field = page.getByLabel(label)
  await field.waitFor()
  await letCodeWorkAgain()
  await field.fill(await currentCode(demoEmail))
}

/** A one-time code works once; a walk that logs in often does not wait 30 seconds each time. */
async function letCodeWorkAgain(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query('update second_factors set last_step = 0 where user_id = $1', [await demoPerson()])
}

export async function makeLoginOlder(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `update sessions set created_at = created_at - interval '2 hours',
       login_at = login_at - interval '2 hours', verified_at = verified_at - interval '2 hours'`,
  )
}

/** As if the login had taken the password alone. */
export async function makeLoginWeaker(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(`update sessions set methods = '{pwd}', verified_methods = '{pwd}'`)
}

/** How many access tokens the portal has issued to a platform and not yet forgotten. */
export async function countTokens(id: string): Promise<number> {
  const { db } = await import('#server/db.ts')
  const { rows } = await db.query(
    `select count(*)::int as count from oidc_records
     where model = 'AccessToken' and payload->>'clientId' = $1`,
    [id],
  )
  return (rows[0] as { count: number }).count
}

/** As if they had expired. */
export async function forgetTokens(id: string): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `delete from oidc_records where model = 'AccessToken' and payload->>'clientId' = $1`,
    [id],
  )
}
