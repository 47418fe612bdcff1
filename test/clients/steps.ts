import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/messages.ts'
import { messages as assuranceMessages } from '../../features/platforms/assurance/messages.ts'
import type { Walk } from './demo.ts'

const t = messages.en

/** Says what was seen, and fails where it is not what was expected. */
export function done(what: string, isRight: boolean): void {
  console.log(`${isRight ? '✔' : '✖'} ${what}`)
  if (!isRight) throw new Error(what)
}

/** Id of the user who walks through all platforms. */
export async function demoPerson(): Promise<string> {
  const { db } = await import('#server/db.ts')
  const { findUserByEmail } = await import('#domain/user.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const ada = await findUserByEmail(db, demoEmail)
  if (!ada) throw new Error('the demonstration has nobody')
  return ada.id
}

/** At the portal's login, which leads back to the platform. */
export async function logIn(page: Page, portal: string): Promise<void> {
  const { demoEmail } = await import('../../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill(await demoPassword())
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await enterCode(page.getByLabel(t.otp))
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

/** At the portal's step-up, which asks for the password where the session has not shown it lately, and leads back. */
export async function confirmStepUp(page: Page, portal: string): Promise<void> {
  const { password, otp } = assuranceMessages.en
  await page.getByLabel(otp).waitFor()
  const asksForPassword = page.getByLabel(password, { exact: true })
  if (await asksForPassword.isVisible()) await asksForPassword.fill(await demoPassword())
  await enterCode(page.getByLabel(otp))
  await page.waitForURL((url) => url.origin !== portal)
}

async function demoPassword(): Promise<string> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  return (await loadSecrets()).password
}

/** A one-time code works once; a walk that logs in often does not wait 30 seconds each time. */
async function enterCode(field: Locator): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { currentCode } = await import('../../demo/code.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await field.waitFor()
  await db.query('update second_factors set last_step = 0 where user_id = $1', [await demoPerson()])
  await field.fill(await currentCode(demoEmail))
}

/** What the platform asks leads to the login; how long the notice took is said. */
export async function isOut({ page, portal }: Walk, url: string, what: string): Promise<void> {
  const start = Date.now()
  await page.goto(url)
  while (!page.url().startsWith(`${portal}/login`) && Date.now() - start < 15_000) {
    await delay(100)
    await page.goto(url)
  }
  done(`${what} (${Date.now() - start} ms)`, page.url().startsWith(`${portal}/login`))
}

export async function makeLoginOlder(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `update sessions set created_at = created_at - interval '2 hours',
       login_at = login_at - interval '2 hours', verified_at = verified_at - interval '2 hours'`,
  )
}

/** As an administrator's button does. */
export async function deactivate(): Promise<void> {
  const { db, transaction } = await import('#server/db.ts')
  const { endSessionsOf } = await import('#domain/session.ts')
  const { setActive } = await import('#domain/user.ts')
  const ada = await demoPerson()
  await transaction(db, async (tx) => {
    await setActive(tx, ada, false)
    await endSessionsOf(tx, ada)
  })
}

export async function text(page: Page): Promise<string> {
  return (await page.textContent('body')) ?? ''
}
