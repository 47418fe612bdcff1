import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#contract/permission.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor } from '#test/people.ts'
import { ago, updateRows } from '#test/rows.ts'

type Asking = { fetch: typeof fetch }

async function open(browser: Asking, path: string, language = 'en'): Promise<string> {
  const answer = await browser.fetch(path, { headers: { 'accept-language': language } })
  return answer.text()
}

/** Returns what a page shows before its scripts have loaded; empty if it begins empty. */
async function renderedFor(browser: Asking, path: string, language = 'en'): Promise<string> {
  const html = await open(browser, path, language)
  return /<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? ''
}

test('a logged-in user sees the texts of a page in their language before its scripts load', async () => {
  const ada = await logIn(await addUser({ firstname: 'Adalbert' }))
  const content = await renderedFor(ada, '/main')
  match(content, /<h1[^>]*>Good (morning|afternoon|evening), Adalbert<\/h1>/)
  match(await renderedFor(ada, '/main/profile', 'ar'), /<h1[^>]*>البيانات الشخصية<\/h1>/)
  match(await open(ada, '/main/security', 'fr'), /<title>Sécurité · /)
})

test('ASVS 3.7.5: a browser without scripts shows what the page needs, and its form is refused', async () => {
  const guest = await visitor()
  for (const path of ['/login', '/reset-password/x', '/terms-conditions'])
    match(await open(guest, path), /<noscript><p>This page needs JavaScript[^<]+<\/p><\/noscript>/)
  match(await open(guest, '/login', 'fr'), /<noscript><p>Cette page nécessite/)
  match(await open(guest, '/login'), /<form [^>]*method="post"/)
  const body = new URLSearchParams({ email: 'ada@quay.example', password: 'First-Harbour-1' })
  const answer = await guest.fetch('/login', { method: 'POST', body })
  ok([404, 405].includes(answer.status), String(answer.status))
})

test('RT-18 visitors and users with an expired session see no content of these pages', async () => {
  const user = await addUser()
  const ada = await logIn(user)
  for (const path of ['/main', '/main/profile', '/admin', '/admin/audit-logs']) {
    equal(await renderedFor(await visitor(), path), '', path)
  }
  await updateRows('sessions', { userId: user.id }, { lastSeenAt: ago('16 minutes') })
  equal(await renderedFor(ada, '/main/profile'), '')
})

test('M10: RT-15 an unknown path of an area answers 404 to a visitor and shows the frame to a user', async () => {
  for (const path of ['/main/nothing', '/admin/nothing']) {
    const answer = await (await visitor()).fetch(path)
    equal(answer.status, 404)
    match(await answer.text(), /<h1[^>]*>Page not found<\/h1>/)
    equal(answer.headers.get('cache-control'), 'no-store')
  }
  const ada = await logIn(await addUser())
  ok(!(await open(ada, '/main/nothing')).includes('Page not found'))
})

async function loggedInAs(...roles: Role[]) {
  return logInAdmin(await addAdmin({ roles }))
}

test('PE-04 an admin sees the first page that their roles open, and no text of other pages', async () => {
  const auditor = await loggedInAs('auditor')
  match(await renderedFor(auditor, '/admin'), /href="\/admin\/audit-logs" aria-current="page"/)
  match(await renderedFor(auditor, '/admin/audit-logs'), /<h1[^>]*>Audit logs<\/h1>/)
  equal(await renderedFor(auditor, '/admin/admin-users'), '')
  ok(!(await renderedFor(auditor, '/admin')).includes('/admin/users'))
  const userAdmin = await loggedInAs('user_admin')
  match(await renderedFor(userAdmin, '/admin'), /href="\/admin\/users" aria-current="page"/)
  equal(await renderedFor(userAdmin, '/admin/audit-logs'), '')
})
