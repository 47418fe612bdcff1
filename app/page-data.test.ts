// own process: counts all requests
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { addApproval } from '#domain/approvals/approval.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db, row, transaction } from '#server/db.ts'
import { addSeniorAdmin } from '#test/approvals.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  logIn,
  logInAdmin,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { ago, updateRows } from '#test/rows.ts'
import { findOverview } from '../features/account/home/contract.ts'
import { getOverview } from '../features/admin/overview/contract.ts'
import { listLogins, listSessions } from '../features/account/sessions/contract.ts'
import type { AdminPageData, PageData } from './web/page-replies.ts'

type Asking = { fetch: typeof fetch }

async function open(browser: Asking, path: string, headers = {}): Promise<string> {
  return (await browser.fetch(path, { headers })).text()
}

function dataIn<Data = PageData>(html: string): Data | undefined {
  const [, json] =
    /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? undefined : (JSON.parse(json) as Data)
}

test('the HTML of the home and security pages contains the data that they show first, equal to the API’s responses', async () => {
  const ada = await logIn(await addUser())
  const home = dataIn(await open(ada, '/main/home'))
  deepEqual(home?.me, await ada.call(getMe, {}))
  deepEqual(home?.overview, await ada.call(findOverview, {}))
  equal(home?.sessions, undefined)
  const security = dataIn(await open(ada, '/main/security'))
  deepEqual(
    security?.sessions?.map(({ id }) => id),
    (await ada.call(listSessions, {})).map(({ id }) => id),
  )
  deepEqual(security?.logins?.rows, await ada.call(listLogins, { query: { limit: 10 } }))
  const profile = dataIn(await open(ada, '/main/profile'))
  equal(profile?.me.id, home?.me.id)
  equal(profile?.overview, undefined)
  ok((profile?.expiresAt ?? 0) - (profile?.now ?? 0) > 14 * 60_000)
})

test('a document with data is not cached, and contains only the data of its own session', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const [first, second] = [await logIn(ada), await logIn(grace)]
  const answers = await Promise.all(
    [first, second, first, second].map((browser) => browser.fetch('/main/home')),
  )
  for (const [index, answer] of answers.entries()) {
    equal(answer.headers.get('cache-control'), 'no-store')
    const html = await answer.text()
    const [own, other] = index % 2 ? [grace, ada] : [ada, grace]
    equal(dataIn(html)?.me.email, own.email)
    ok(html.includes(own.id) && !html.includes(other.email) && !html.includes(other.id))
  }
})

test('a document contains no data without a live session: for a visitor, after a logout and after the idle timeout', async () => {
  const ada = await addUser()
  const browser = await logIn(ada)
  equal(dataIn(await open(await visitor(), '/main/home')), undefined)
  await updateRows('sessions', { userId: ada.id }, { lastSeenAt: ago('16 minutes') })
  const html = await open(browser, '/main/home')
  equal(dataIn(html), undefined)
  ok(!html.includes(ada.email) && !html.includes(ada.id))
})

test('only a navigation gets the data, not a fetch, a frame or a script of another page', async () => {
  const browser = await logIn(await addUser())
  ok(dataIn(await open(browser, '/main/home', { 'sec-fetch-dest': 'document' })))
  for (const destination of ['empty', 'iframe', 'script', 'image', 'embed', 'object']) {
    const html = await open(browser, '/main/home', { 'sec-fetch-dest': destination })
    equal(dataIn(html), undefined, destination)
  }
})

const attacks = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '\u2028\u2029</SCRIPT >',
  '&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
]

test('text from users, admins or browsers can neither end the data block nor begin an element', async () => {
  for (const attack of attacks) {
    const { id: platform } = await addPlatform({
      id: `p-${Math.random().toString(36).slice(2, 10)}`,
      name: attack,
      url: 'https://platform.example/',
      clientSecret: 'a secret',
    })
    const ada = await addUser({ firstname: attack, lastname: attack, platforms: [platform] })
    await updateRows('users', { id: ada.id }, { jobTitle: attack, phone: attack })
    await updateRows('subsystems', { id: platform }, { description: attack })
    const browser = await logIn(ada)
    await updateRows('sessions', { userId: ada.id }, { browser: attack })
    for (const path of ['/main/home', '/main/security', '/main/profile']) {
      const html = await open(browser, path)
      for (const tag of ['<script>alert', '<img src=x', '<svg onload', '<!--<script'])
        ok(!html.toLowerCase().includes(tag), `${path} holds ${tag}`)
      equal(html.match(/<script/gi)?.length, 3, `${path} has three script elements`)
      const data = dataIn(html)
      equal(data?.me.firstname, attack)
      equal(data.me.jobTitle, attack)
    }
  }
})

test('opening a page counts as activity of the session, and a prefetch does not', async () => {
  const ada = await addUser()
  const browser = await logIn(ada)
  const backdateActivity = () =>
    updateRows('sessions', { userId: ada.id }, { lastSeenAt: ago('5 minutes') })
  await backdateActivity()
  await open(browser, '/main/home', { 'sec-purpose': 'prefetch' })
  ok((await idleMinutes(ada)) >= 5)
  await open(browser, '/main/home')
  equal(await idleMinutes(ada), 0)
})

async function idleMinutes({ id }: TestUser): Promise<number> {
  const session = await row<{ minutes: number }>(db)`
    select floor(extract(epoch from now() - last_seen_at) / 60)::int as minutes
    from sessions where user_id = ${id}`
  return session?.minutes ?? -1
}

test('A5 the overview shows the previous login, and when each platform was last opened', async () => {
  const platform = `p-${Math.random().toString(36).slice(2, 10)}`
  await addPlatform({ id: platform, clientSecret: 'a secret' })
  const ada = await addUser({ platforms: [platform] })
  const browser = await logIn(ada)
  const first = await browser.call(findOverview, {})
  equal(first.lastLogin, null)
  deepEqual(first.platforms, [{ id: platform, description: '', openedAt: null }])
  match(first.passwordChangedAt ?? '', /^20/)

  const [current] = await browser.call(listSessions, {})
  const actor = { userId: ada.id, ipAddress: '203.0.113.5' }
  const earlier = { sessionId: randomUUID(), browser: 'Safari on iOS' }
  await recordAudit(db, actor, 'login_succeeded', { data: earlier })
  await recordAudit(db, actor, 'login_succeeded', {
    data: { sessionId: current?.id ?? '', browser: 'Chrome on Linux' },
  })
  await recordAudit(db, actor, 'platform_accessed', { subSystem: platform })
  await recordAudit(db, { ...actor, userId: (await addUser()).id }, 'login_succeeded', {
    data: { browser: 'Firefox on Linux' },
  })
  const { lastLogin, platforms } = await browser.call(findOverview, {})
  equal(lastLogin?.browser, 'Safari on iOS')
  equal(lastLogin.ipAddress, '203.0.113.5')
  match(platforms[0]?.openedAt ?? '', /^20/)
  const logins = await browser.call(listLogins, {})
  deepEqual(
    logins.map(({ sessionId }) => sessionId),
    [null, earlier.sessionId],
  )
})

test('the number of requests that wait for an admin comes with the admin’s data and with the HTML of the overview', async () => {
  const { id: targetId } = await addUser()
  const support = await addSeniorAdmin({ roles: ['support'] })
  const request = { kind: 'replace-factors', targetId, partnerId: null, needs: [] } as const
  const change = { proposal: { lost: 'factors' }, before: {}, targetVersion: null, reason: '' }
  await transaction(db, (tx) =>
    addApproval(tx, { kind: 'user', id: targetId }, { ...request, ...change, delay: '24 hours' }),
  )
  const browser = await logInAdmin(support)
  equal((await browser.call(getAdminMe, {})).waitingApprovals, 1)
  match(await open(browser, '/admin/overview'), /<b aria-hidden="true"[^>]*>1<\/b>/)
  const auditor = await logInAdmin(await addSeniorAdmin({ roles: ['auditor'] }))
  equal((await auditor.call(getAdminMe, {})).waitingApprovals, 0)
  ok(!/<b aria-hidden="true"/.test(await open(auditor, '/admin/overview')))
})

test('each page of the admin area contains the admin, and only that of the overview contains data of events', async () => {
  const [auditor, support] = [
    await addAdmin({ roles: ['auditor'] }),
    await addAdmin({ roles: ['support'] }),
  ]
  await recordAudit(db, { kind: 'system' }, 'signing_key_rotated')
  for (const admin of [auditor, support]) {
    const browser = await logInAdmin(admin)
    const html = await open(browser, '/admin/overview')
    const data = dataIn<AdminPageData>(html)
    deepEqual(data?.me, await browser.call(getAdminMe, {}))
    const { newest, series } = await browser.call(getOverview, {})
    deepEqual(data?.adminOverview?.newest, newest)
    equal(data?.adminOverview?.series.length, series.length)
    equal(html.includes('signing_key_rotated'), admin === auditor)
    const others = ['/admin', '/admin/audit-logs', '/admin/overview?range=week', '/admin/keys']
    for (const path of others) {
      const other = dataIn<AdminPageData>(await open(browser, path))
      deepEqual([other?.me, other?.adminOverview], [data?.me, undefined], path)
    }
    equal(dataIn(await open(browser, '/admin/overview', { 'sec-fetch-dest': 'iframe' })), undefined)
  }
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const data = dataIn<AdminPageData>(await open(userAdmin, '/admin/overview'))
  equal(data?.adminOverview, undefined)
  for (const browser of [await visitor(), await logIn(await addUser())])
    equal(dataIn(await open(browser, '/admin/overview')), undefined)
})
