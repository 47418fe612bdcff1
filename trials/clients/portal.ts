import type { Page } from '@playwright/test'
import { messages } from '../../features/platforms/single-sign-on/texts/messages.ts'
import { paths } from './abilities.ts'
import { startDemo, type Stop } from './demo.ts'
import type { Site } from './programs.ts'
import type { Stack } from './stacks.ts'
import { demoPerson } from './steps.ts'

const base = Number(process.env['PORT'] ?? 18_180)
/** The first port of the platforms. */
export const firstPort = base + 30
export const portal = `http://localhost:${base}`
export const issuer = `${portal}/oidc`

/** Starts a separate demo; stopping it deletes its data. */
export function startPortal(): Promise<Stop> {
  process.env['DEMO_SAMPLES'] = 'off'
  return startDemo({ folder: '.data/clients', firstPort: base })
}

/**
 * Registers a platform whose ID token contains no name and no address, so a platform that knows them has called
 * userinfo.
 */
export async function register(site: Site, stack: Stack): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/platforms/subsystem.ts')
  const { grantAccess } = await import('#domain/platform-access/platform-account.ts')
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

/** Logs the user out so that a platform is notified only by its back channel. */
export async function logOutElsewhere(page: Page): Promise<void> {
  await page.goto(`${issuer}/session/end`)
  await confirmLogout(page)
  await page.getByText(messages.en.doneTitle).first().waitFor()
}

export async function confirmLogout(page: Page): Promise<void> {
  const { logOut } = messages.en
  await page.getByRole('button', { name: logOut, exact: true }).click()
}

/** Simulates a login with only a password. */
export async function weakenLogin(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(`update sessions set methods = '{pwd}', verified_methods = '{pwd}'`)
}

/** Returns the number of a platform's access tokens in the database. */
export async function countTokens(id: string): Promise<number> {
  const { db } = await import('#server/db.ts')
  const { rows } = await db.query(
    `select count(*)::int as count from oidc_records
     where model = 'AccessToken' and payload->>'clientId' = $1`,
    [id],
  )
  return (rows[0] as { count: number }).count
}

/** Simulates the expiry of a platform's access tokens. */
export async function expireTokens(id: string): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `delete from oidc_records where model = 'AccessToken' and payload->>'clientId' = $1`,
    [id],
  )
}
