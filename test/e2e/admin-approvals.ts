import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { ago } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import { messages as roleMessages } from '../../features/admin/admins/texts/messages.ts'
import { messages } from '../../features/admin/approvals/texts/messages.ts'
import { addAdmin, giveSession, server, type Person } from './people.ts'
import { ownServerEnvironment, urls } from './place.ts'
import { allowStatus, test } from './stage.ts'

const [t, words] = [messages.en, roleMessages.en]
const admins: string[] = []
let url = ''

/**
 * Runs the journeys of a file serially on a separate server that requires two-person approval; the other journeys'
 * server does not. Both use one database.
 */
export function useServerWithApprovals(): void {
  let serverProcess: ChildProcess
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    await server()
    const port = await freePort()
    url = Object.assign(new URL(urls.portal), { port }).origin
    serverProcess = spawn(join('node_modules', '.bin', 'node'), ['app/main.ts'], {
      env: {
        ...process.env,
        ...ownServerEnvironment,
        PORT: String(port),
        PUBLIC_URL: url,
        TWO_PERSON: 'on',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await expect.poll(() => isReady(url), { timeout: 100_000 }).toBe(true)
  })
  test.afterAll(async () => {
    await setRightsSince('0 days')
    serverProcess.kill('SIGTERM')
    if (serverProcess.exitCode === null) await once(serverProcess, 'exit')
  })
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Sets how long the admins of this file have had their roles. */
export async function setRightsSince(age: string): Promise<void> {
  await updateRows('admin_roles', { adminId: admins }, { givenAt: ago(age) })
}

/** Adds an admin who has had the role for two days, and opens the page in a new session. */
export async function enterAsSenior(page: Page, firstname: string, path: string): Promise<Person> {
  const admin = await addAdmin({ roles: ['super_admin'], firstname })
  admins.push(admin.id)
  await updateRows('admin_roles', { adminId: admin.id }, { givenAt: ago('2 days') })
  await enter(page, admin, path)
  return admin
}

export async function enter(page: Page, admin: Person, path: string): Promise<void> {
  const { people } = await server()
  const session = await people.startSessionOfAdmin(admin, { ipAddress: '127.0.0.1' })
  allowStatus(page, 401)
  await giveSession(page, 'admin', session, url)
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export async function otherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return context.newPage()
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Adds a role to an admin and saves. */
export async function addRole(page: Page, email: string, role: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: words.change, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(role, { exact: true }).check()
  await dialog.getByRole('button', { name: words.save }).click()
}

export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: t.approve, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve the request / })
  await dialog.getByRole('button', { name: t.approve }).click()
}
