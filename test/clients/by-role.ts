import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Site } from './programs.ts'
import { demoPerson, done } from './steps.ts'

/** After which a site that lets in by a role asks again, in seconds. */
export const refreshSeconds = 2

/** Without the role, with it and again without it: no cookie is deleted, so that the last answer is that of a refresh. */
export async function letsInByRole(page: Page, site: Site, refused: number): Promise<void> {
  const { id, role = '' } = site
  for (const [roles, status] of [
    [[], refused],
    [[role], 200],
    [[], refused],
  ] as const) {
    await giveRoles(id, roles)
    const start = Date.now()
    const answer = await untilAnswered(page, site.url, status)
    const words = roles.length === 0 ? 'without the role' : 'with the role'
    done(`${id} answers ${answer} ${words} (${Date.now() - start} ms)`, answer === status)
  }
}

async function untilAnswered(page: Page, url: string, status: number): Promise<number | undefined> {
  const end = Date.now() + 10 * refreshSeconds * 1_000
  for (;;) {
    const answer = (await page.goto(url))?.status()
    if (answer === status || Date.now() > end) return answer
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
