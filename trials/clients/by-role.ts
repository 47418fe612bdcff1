import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { portal } from './portal.ts'
import type { Site } from './programs.ts'
import type { Stack } from './stacks.ts'
import { demoPerson, check, logIn } from './steps.ts'

/**
 * Visits without the role, with it and again without it. No cookie is deleted, so the last response depends on a
 * refresh.
 */
export async function expectAccessByRole(
  page: Page,
  site: Site,
  { role = '' }: Stack,
): Promise<void> {
  const { url } = site
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.goto(url)
  if (page.url().startsWith(`${portal}/login`)) await logIn(page, portal)
  for (const roles of [[], [role], []]) {
    await giveRoles(site.id, roles)
    const start = Date.now()
    const isIn = await untilAnswered(page, url, roles.length > 0)
    const outcome = roles.length === 0 ? 'refuses without the role' : 'opens with the role'
    check(`${site.id} ${outcome} (${Date.now() - start} ms)`, isIn === roles.length > 0)
  }
}

async function untilAnswered(page: Page, url: string, isWanted: boolean): Promise<boolean> {
  const end = Date.now() + 30_000
  for (;;) {
    const isIn = (await page.goto(url))?.ok() === true
    if (isIn === isWanted || Date.now() > end) return isIn
    await delay(200)
  }
}

async function giveRoles(platform: string, roles: readonly string[]): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    'update subsystem_accounts set roles = $1 where user_id = $2 and subsystem_id = $3',
    [roles, await demoPerson(), platform],
  )
}
