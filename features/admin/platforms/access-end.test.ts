import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeJwt } from 'jose'
import { grantAccess } from '#domain/platform-account.ts'
import { db, scalar } from '#server/db.ts'
import { added, browser as support, change } from '#test/companies.ts'
import { addUser, logIn } from '#test/people.ts'
import { isActive, newPlatform, receiveLogoutTokens, tokensOf } from '#test/platform.ts'
import { pairOf, enterProxied, newProxied } from '#test/proxied.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { getPartner } from '../companies/contract.ts'
import { platformCommand } from './command.ts'

const worker = await startWorker()
after(() => worker.stop())

/** Two users of two companies, each with a session on the same two platforms. */
async function stage() {
  const [lost, kept] = [await receiveLogoutTokens(), await receiveLogoutTokens()]
  const hub = await newPlatform({ backchannelLogoutUri: lost.url })
  const board = await newPlatform({ backchannelLogoutUri: kept.url })
  const visits = await Promise.all(
    ['Losing', 'Keeping'].map(async (name) => {
      const company = `${name} ${hub.id}`
      const partnerId = await added(company, { subsystems: null })
      const user = await addUser({ company })
      await grantAccess(db, user.id, [hub.id, board.id])
      const browser = await logIn(user)
      const [there, elsewhere] = [await tokensOf(browser, hub), await tokensOf(browser, board)]
      return { partnerId, user, browser, there, elsewhere }
    }),
  )
  return { hub, board, lost, kept, visits: visits as [Visit, Visit] }
  type Visit = (typeof visits)[number]
}

const sidsIn = (notices: string[]) =>
  notices.map((text) => decodeJwt(new URLSearchParams(text).get('logout_token') ?? '')['sid'])

async function setPlatforms(id: string, subsystems: string[] | null): Promise<void> {
  const { name, active, ipAllowRules, etag } = await support.call(getPartner, { params: { id } })
  await change(id, etag, { name, active, ipAllowRules, subsystems })
}

test('M1: a platform that a company loses is told within a second that the users’ sessions there have ended', async (t) => {
  const { hub, board, lost, kept, visits } = await stage()
  const [ours, theirs] = visits
  const since = Date.now()
  await setPlatforms(ours.partnerId, [board.id])
  await until(() => lost.notices.length > 0)
  t.diagnostic(`told after ${Date.now() - since} ms`)

  deepEqual(sidsIn(lost.notices), [ours.there.claims['sid']])
  deepEqual(kept.notices, [])
  equal(await ours.browser.isLoggedIn(), true)
  equal(await isActive(board, ours.elsewhere.access), true)
  equal(await isActive(hub, theirs.there.access), true)

  // What ended stays so when the company has the platform again.
  await setPlatforms(ours.partnerId, null)
  equal(await isActive(hub, ours.there.access), false)
  ok((await tokensOf(ours.browser, hub)).access)
  equal(lost.notices.length, 1)
})

test('M1: a platform that is deactivated is told within a second that all sessions there have ended', async (t) => {
  const { hub, board, lost, kept, visits } = await stage()
  // What an admin may register; tokens were issued already.
  await updateRows(
    'subsystems',
    { id: hub.id },
    {
      url: 'https://hub.example',
      redirectUris: '{https://hub.example/back}',
      postLogoutUris: '{}',
    },
  )
  const since = Date.now()
  await platformCommand(['deactivate', '--id', hub.id])
  await until(() => lost.notices.length === 2)
  t.diagnostic(`told after ${Date.now() - since} ms`)

  deepEqual(new Set(sidsIn(lost.notices)), new Set(visits.map(({ there }) => there.claims['sid'])))
  deepEqual(kept.notices, [])
  await platformCommand(['activate', '--id', hub.id])
  for (const { browser, there, elsewhere } of visits) {
    equal(await isActive(hub, there.access), false)
    equal(await isActive(board, elsewhere.access), true)
    equal(await browser.isLoggedIn(), true)
  }
})

test('M1: forward-auth access to a platform that a company loses ends for good', async () => {
  const platform = await newProxied()
  const pair = await pairOf('203.0.113.77', platform)
  await enterProxied(pair, platform)
  const held = () =>
    scalar(db)`select count(*) from platform_access where subsystem_id = ${platform.id}`
  ok(Number(await held()) > 0)
  const id = await scalar<string>(db)`select partner_id from users where id = ${pair.ada.id}`
  await updateRows('partners', { id }, { subsystems: null })
  await setPlatforms(id ?? '', [])
  await until(async () => (await held()) === 0)
})
