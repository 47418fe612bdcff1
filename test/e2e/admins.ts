import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { auditLog } from '#contract/admin-links.ts'
import { isPermitted } from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { permissionsOf } from '#contract/permission.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import {
  addAdmin,
  giveSession,
  originOf,
  server,
  type AdminOptions,
  type Person,
} from './people.ts'
import { urls } from './place.ts'
import { allowStatus, password, sendByEnter, setLocale } from './stage.ts'

/** Adds an admin and opens a page with their session; by default the audit log, or the first page open to the admin. */
export async function enterAsAdmin(
  page: Page,
  options: AdminOptions,
  path = startOf(options),
): Promise<Person> {
  const admin = await addAdmin(options)
  const { audit, db, people } = await server()
  await setLocale(page, options.locale ?? 'en')
  allowStatus(page, 404)
  const origin = await originOf(page)
  const session = await people.startSessionOfAdmin(admin, origin)
  const { ipAddress } = origin
  const actor = { adminId: admin.id, ipAddress, requestId: randomUUID() }
  await audit.recordAudit(db, actor, 'login_succeeded', { data: { sessionId: session.id } })
  await giveSession(page, 'admin', session)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return admin
}

function startOf({ roles }: AdminOptions): string {
  return isPermitted(auditLog.permissions, permissionsOf(roles)) ? auditLog.path : '/admin'
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
}

async function fillLogin(page: Page, person: Person, locale: Locale = 'en'): Promise<void> {
  const t = loginMessages[locale]
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
}

export async function newPage(
  browser: Browser,
  locale: Locale = 'en',
  bypassCSP = false,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.portal, bypassCSP })
  const page = await context.newPage()
  await setLocale(page, locale)
  allowStatus(page, 401)
  return page
}
