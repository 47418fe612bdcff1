import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as assuranceMessages } from '../../features/platforms/assurance/texts/messages.ts'
import type { Walk } from './demo.ts'

const t = messages.en

/** Prints the result of a step, and throws if `isRight` is false. */
export function check(what: string, isRight: boolean): void {
  console.log(`${isRight ? '✔' : '✖'} ${what}`)
  if (!isRight) throw new Error(what)
}

/** Returns the id of the demo user who visits all platforms. */
export async function demoPerson(): Promise<string> {
  const { db } = await import('#server/db.ts')
  const { findUserByEmail } = await import('#domain/accounts/user.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const ada = await findUserByEmail(db, demoEmail)
  if (!ada) throw new Error('the demo has no user')
  return ada.id
}

/** Fills the portal's login form, and waits until it leads back to the platform. */
export async function logIn(page: Page, portal: string): Promise<void> {
  const { demoEmail } = await import('../../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill(await demoPassword())
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await enterCode(page.getByLabel(t.otp))
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

/** Completes the portal's step-up, which also asks for the password if the session has not verified it recently. */
export async function confirmStepUp(page: Page, portal: string): Promise<void> {
  const { password, otp } = assuranceMessages.en
  await page.getByLabel(otp).waitFor()
  const passwordField = page.getByLabel(password, { exact: true })
  if (await passwordField.isVisible()) await passwordField.fill(await demoPassword())
  await enterCode(page.getByLabel(otp))
  await page.waitForURL((url) => url.origin !== portal)
}

async function demoPassword(): Promise<string> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  return (await loadSecrets()).password
}

/**
 * Enters the current one-time code. Clears the last used step first, so that a code can be reused without a wait of 30
 * seconds.
 */
async function enterCode(field: Locator): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { currentCode } = await import('../../demo/code.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await field.waitFor()
  await db.query('update second_factors set last_step = 0 where user_id = $1', [await demoPerson()])
  await field.fill(await currentCode(demoEmail))
}

/** Opens the URL until it leads to the login, and prints how long that took. */
export async function expectLoggedOut(
  { page, portal }: Walk,
  url: string,
  what: string,
): Promise<void> {
  const start = Date.now()
  await page.goto(url)
  while (!page.url().startsWith(`${portal}/login`) && Date.now() - start < 15_000) {
    await delay(100)
    await page.goto(url)
  }
  check(`${what} (${Date.now() - start} ms)`, page.url().startsWith(`${portal}/login`))
}

export async function backdateLogin(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `update sessions set created_at = created_at - interval '2 hours',
       login_at = login_at - interval '2 hours', verified_at = verified_at - interval '2 hours'`,
  )
}

/** Deactivates the demo user, as the admin's button does. */
export async function deactivate(): Promise<void> {
  const { db, transaction } = await import('#server/db.ts')
  const { endSessionsOf } = await import('#domain/sessions/session.ts')
  const { setActive } = await import('#domain/accounts/user.ts')
  const ada = await demoPerson()
  await transaction(db, async (tx) => {
    await setActive(tx, ada, { active: false })
    await endSessionsOf(tx, ada)
  })
}

export async function text(page: Page): Promise<string> {
  return (await page.textContent('body')) ?? ''
}
