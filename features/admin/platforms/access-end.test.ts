import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeJwt } from 'jose'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, scalar } from '#server/db.ts'
import { added, browser as support, change } from '#test/companies.ts'
import { addAdmin, addUser, logIn, logInAdmin } from '#test/people.ts'
import { isActive, newPlatform, receiveLogoutTokens, tokensOf } from '#test/platform.ts'
import { pairOf, enterProxied, newProxied } from '#test/proxied.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { findPlatformAccessRefusal } from '#domain/platform-access/platform-access.ts'
import { findOffered } from '#domain/platforms/offered-platform.ts'
import { getPartner, listPartners } from '../companies/contract.ts'
import { changePlatform, getPlatform } from './contract.ts'
import { platformFacts } from './fields-contract.ts'
import { platformCommand } from './command.ts'

const worker = await startWorker()
after(() => worker.stop())

/** Sets up two users of two companies, each with a session on the same two platforms. */
async function setUpVisits() {
  const [hubReceiver, boardReceiver] = [await receiveLogoutTokens(), await receiveLogoutTokens()]
  const hub = await newPlatform({ backchannelLogoutUri: hubReceiver.url })
  const board = await newPlatform({ backchannelLogoutUri: boardReceiver.url })
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
  return { hub, board, hubReceiver, boardReceiver, visits: visits as [Visit, Visit] }
  type Visit = (typeof visits)[number]
}

const sidsIn = (notices: string[]) =>
  notices.map((text) => decodeJwt(new URLSearchParams(text).get('logout_token') ?? '')['sid'])

async function setPlatforms(id: string, subsystems: string[] | null): Promise<void> {
  const { name, active, ipAllowRules, etag } = await support.call(getPartner, { params: { id } })
  await change(id, etag, { name, active, ipAllowRules, subsystems })
}

test('3A32: A platform that is not offered to all is open to no company until a company gets it, or it is offered', async () => {
  const board = await newPlatform()
  const company = `Has all platforms ${board.id}`
  const partnerId = await added(company, { subsystems: null })
  const user = await addUser({ company })
  await grantAccess(db, user.id, [board.id])
  const accessOf = () => findPlatformAccessRefusal(db, user.id, board.id)
  const listed = async () =>
    (await support.call(listPartners, { query: { platform: board.id, q: company } })).length
  deepEqual([await accessOf(), await listed()], [undefined, 1])
  await updateRows('subsystems', { id: board.id }, { offeredToAll: false })
  deepEqual([await accessOf(), await listed()], ['wrong_subsystem', 0])
  deepEqual(await findOffered(db, partnerId, [board.id]), [])
  await setPlatforms(partnerId, [board.id])
  deepEqual([await accessOf(), await listed()], [undefined, 1])
  deepEqual(await findOffered(db, partnerId, [board.id]), [board.id])
})

test('3A32: Withdrawing the offer of a platform ends the sessions of its users there', async () => {
  const { hub, hubReceiver, visits } = await setUpVisits()
  const admin = await logInAdmin(await addAdmin())
  const { etag, ...platform } = await admin.call(getPlatform, { params: { id: hub.id } })
  const facts = Object.fromEntries(
    Object.entries(platform).filter(([name]) => platformFacts.includes(name)),
  )
  const url = `https://${hub.id}.example/`
  const addresses = { url, redirectUris: [url], postLogoutUris: [] }
  const body = { ...facts, ...addresses, offeredToAll: false } as never
  const headers = { 'if-match': etag }
  await admin.call(changePlatform, { params: { id: hub.id }, headers, body })
  await until(() => hubReceiver.notices.length === visits.length)
  equal(await isActive(hub, visits[0].there.access), false)
})

test("M1: revoking a company's platform notifies that platform within a second that its users’ sessions have ended", async (t) => {
  const { hub, board, hubReceiver, boardReceiver, visits } = await setUpVisits()
  const [ours, theirs] = visits
  const since = Date.now()
  await setPlatforms(ours.partnerId, [board.id])
  await until(() => hubReceiver.notices.length > 0)
  t.diagnostic(`notified after ${Date.now() - since} ms`)

  deepEqual(sidsIn(hubReceiver.notices), [ours.there.claims['sid']])
  deepEqual(boardReceiver.notices, [])
  equal(await ours.browser.isLoggedIn(), true)
  equal(await isActive(board, ours.elsewhere.access), true)
  equal(await isActive(hub, theirs.there.access), true)

  // The ended sessions stay ended when the company gets the platform again.
  await setPlatforms(ours.partnerId, null)
  equal(await isActive(hub, ours.there.access), false)
  ok((await tokensOf(ours.browser, hub)).access)
  equal(hubReceiver.notices.length, 1)
})

test('M1: deactivating a platform notifies it within a second that all its sessions have ended', async (t) => {
  const { hub, board, hubReceiver, boardReceiver, visits } = await setUpVisits()
  // Values that an admin may register; the tokens are already issued.
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
  await until(() => hubReceiver.notices.length === 2)
  t.diagnostic(`notified after ${Date.now() - since} ms`)

  deepEqual(
    new Set(sidsIn(hubReceiver.notices)),
    new Set(visits.map(({ there }) => there.claims['sid'])),
  )
  deepEqual(boardReceiver.notices, [])
  await platformCommand(['activate', '--id', hub.id])
  for (const { browser, there, elsewhere } of visits) {
    equal(await isActive(hub, there.access), false)
    equal(await isActive(board, elsewhere.access), true)
    equal(await browser.isLoggedIn(), true)
  }
})

test("M1: revoking a company's platform permanently ends its forward-auth access", async () => {
  const platform = await newProxied()
  const pair = await pairOf('203.0.113.77', platform)
  await enterProxied(pair, platform)
  const countAccess = () =>
    scalar(db)`select count(*) from platform_access where subsystem_id = ${platform.id}`
  ok(Number(await countAccess()) > 0)
  const id = await scalar<string>(db)`select partner_id from users where id = ${pair.ada.id}`
  await updateRows('partners', { id }, { subsystems: null })
  await setPlatforms(id ?? '', [])
  await until(async () => (await countAccess()) === 0)
})
