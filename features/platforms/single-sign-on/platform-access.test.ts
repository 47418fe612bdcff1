import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { getMe } from '#contract/me.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, rows } from '#server/db.ts'
import { closings } from '#test/closings.ts'
import { addUser, logIn, type Visitor } from '#test/people.ts'
import {
  buildAuthorizationRequest,
  authorize,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  type Platform,
} from '#test/platform.ts'
import { updateRows } from '#test/rows.ts'

test('PE-06 SC-21 a user who loses access loses the tokens immediately, and the portal shows the reason', async () => {
  for (const [reason, change] of Object.entries(closings)) {
    const hub = await newPlatform()
    const ada = await addUser({ company: `Company of ${reason}` })
    await grantAccess(db, ada.id, [hub.id])
    const laptop = await logIn(ada, { ipAddress: '198.51.100.9' })
    const { access, refresh } = await tokensOf(laptop, hub)
    equal(await isActive(hub, access), true)

    const partnerId = await findOrCreatePartner(db, `Company of ${reason}`)
    await change({ userId: ada.id, partnerId })

    equal(await isActive(hub, access), false, reason)
    await rejects(client.refreshTokenGrant(hub.config, refresh), { error: 'invalid_grant' }, reason)
    await rejects(client.fetchUserInfo(hub.config, access, ada.id), reason)
    const { url } = await follow(laptop, (await buildAuthorizationRequest(hub)).url)
    equal(url.pathname, '/main/profile')
    deepEqual(Object.fromEntries(url.searchParams), {
      forbidden_subsystem: hub.id,
      error_type: reason,
    })
    const { back } = await authorize(laptop, hub, { prompt: 'none' })
    equal(back.searchParams.get('error'), 'access_denied', reason)
    equal(await laptop.isLoggedIn(), true, 'the user stays logged in to the portal')
    ok((await reasonsOf(ada.id)).every((entry) => entry === reason))
  }
})

test('PE-06 a deactivated platform refuses all users, and its tokens are invalid', async () => {
  const hub = await newPlatform()
  const { laptop, access } = await openPlatform(hub)

  await updateRows('subsystems', { id: hub.id }, { active: false })

  equal(await isActive(hub, access), false)
  const { url } = await follow(laptop, (await buildAuthorizationRequest(hub)).url)
  equal(url.searchParams.get('error_type'), 'platform_off')
})

test('PE-06 ST-06 deactivating the company ends the session and redirects to the login', async () => {
  const hub = await newPlatform()
  const { laptop, access, company } = await openPlatform(hub)

  await updateRows('partners', { name: company }, { active: false })

  equal(await isActive(hub, access), false)
  equal(await laptop.isLoggedIn(), false)
  equal((await follow(laptop, (await buildAuthorizationRequest(hub)).url)).url.pathname, '/login')
})

test('PE-06 access that was granted again works immediately', async () => {
  const hub = await newPlatform()
  const { ada, laptop, access } = await openPlatform(hub)
  const set = (active: boolean) => updateRows('subsystem_accounts', { userId: ada.id }, { active })
  await set(false)
  equal(await isActive(hub, access), false)

  await set(true)

  equal(await isActive(hub, access), true)
  ok((await tokensOf(laptop, hub)).access)
})

test('SC-21 PE-06 a user of the wrong platform sees a notice that names the right ones', async () => {
  const [hub, board] = [await newPlatform(), await newPlatform()]
  const ada = await addUser({ company: 'Newcomer Ltd' })
  await grantAccess(db, ada.id, [board.id])
  await updateRows('partners', { name: 'Newcomer Ltd' }, { subsystems: [board.id] })
  const laptop = await logIn(ada)

  const { url } = await follow(laptop, (await buildAuthorizationRequest(hub)).url)

  equal(url.searchParams.get('error_type'), 'wrong_subsystem')
  const open = (await laptop.call(getMe, {})).subsystems.filter(({ state }) => state === 'active')
  deepEqual(
    open.map(({ id }) => id),
    [board.id],
  )
})

async function openPlatform(hub: Platform): Promise<{
  ada: { id: string }
  company: string
  laptop: Visitor
  access: string
}> {
  const company = `Company at ${hub.id}`
  const ada = await addUser({ company })
  await grantAccess(db, ada.id, [hub.id])
  const laptop = await logIn(ada)
  const { access } = await tokensOf(laptop, hub)
  equal(await isActive(hub, access), true)
  return { ada, company, laptop, access }
}

async function reasonsOf(userId: string): Promise<string[]> {
  const entries = await rows<{ reason: string }>(db)`
    select data ->> 'reason' as reason from audit_log
    where action = 'platform_access_refused' and actor_id = ${userId}`
  return entries.map(({ reason }) => reason)
}
