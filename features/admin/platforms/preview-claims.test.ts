// own process: expects the platforms of this file only
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-account.ts'
import { saveProfile } from '#domain/user.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { addAdmin, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { now, updateRows } from '#test/rows.ts'
import { getPlatform, listPlatforms } from './contract.ts'
import { previewClaims as preview } from './preview-claims.ts'
import { previewClaims } from './test-contract.ts'

const grace = await addAdmin()
const admin = await logInAdmin(grace, { hasRecentStepUp: false })
const facts = {
  firstname: 'Ada',
  lastname: 'Byron',
  jobTitle: '',
  phone: '+351 912 345 678',
  timezone: 'Europe/Lisbon',
  preferredLanguage: 'en' as const,
  referralCode: '',
}

const never = () => Promise.reject(new Error('asked'))

function ask(id: string, userId: string) {
  return admin.call(previewClaims, { params: { id }, body: { userId } })
}

test('an admin sees the claims that a login would bring, without the claims of the login itself', async () => {
  const hub = await newPlatform({ extraScopes: ['phone'] })
  const { ada, browser } = await visitorOf(hub)
  await saveProfile(db, ada, facts)
  const { claims } = await tokensOf(browser, hub, { scope: 'openid profile email phone' })
  const shown = await ask(hub.id, ada.id)
  equal(shown.access, 'active')
  equal(shown.scope, 'openid profile email phone')
  const values = new Map(shown.claims.map(({ name, idToken }) => [name, idToken]))
  equal(values.get('phone_number'), JSON.stringify(facts.phone))
  for (const [name, value] of values) deepEqual(value, JSON.stringify(claims[name]), name)
  const ofLogin = ['iss', 'aud', 'exp', 'iat', 'nonce', 'sid', 'acr', 'amr', 'auth_time']
  deepEqual(
    Object.keys(claims)
      .filter((name) => !values.has(name))
      .toSorted(),
    ofLogin.toSorted(),
  )
  const [row] = (await auditOf(ada.id)).filter(
    ({ action }) => action === 'platform_claims_previewed',
  )
  deepEqual([row?.actorId, row?.data], [grace.id, { subsystem: hub.id, access: 'active' }])
})

test('an ID token without user data shows them at userinfo alone', async () => {
  const hub = await newPlatform({ idTokenClaims: false })
  const { ada } = await visitorOf(hub)
  const { claims } = await ask(hub.id, ada.id)
  const email = claims.find(({ name }) => name === 'email')
  deepEqual([email?.idToken, email?.userInfo], [null, JSON.stringify(ada.email)])
})

test('the reason is named for a user who may not open the platform', async () => {
  const hub = await newPlatform()
  const stranger = await addUser()
  equal((await ask(hub.id, stranger.id)).access, 'no_access')
  await grantAccess(db, stranger.id, [hub.id])
  await updateRows('users', { id: stranger.id }, { active: false })
  equal((await ask(hub.id, stranger.id)).access, 'deactivated')
})

test('unknown users and platforms, and admins who may not see users, get nothing', async () => {
  const hub = await newPlatform()
  const ada = await addUser()
  await refusedWith(commonErrors.notFound, ask('nowhere', ada.id))
  await refusedWith(commonErrors.notFound, ask(hub.id, randomUUID()))
  const proxied = await newPlatform({ redirectUris: [], mayInvite: true })
  await refusedWith(commonErrors.invalidInput, ask(proxied.id, ada.id))
  const caller = { kind: 'admin', adminId: grace.id, permissions: ['manage_platform'] } as never
  await refusedWith(
    commonErrors.forbidden,
    preview(db, caller, never, { platformId: hub.id, userId: ada.id }),
  )
})

test('a platform says how many users of how many companies may open it, and when one did', async () => {
  const hub = await newPlatform()
  const about = async () => {
    const { reach, openedAt } = await admin.call(getPlatform, { params: { id: hub.id } })
    const listed = (await admin.call(listPlatforms, { query: { limit: 200 } })).find(
      ({ id }) => id === hub.id,
    )
    deepEqual(listed?.openedAt, openedAt)
    return { ...reach, listed: listed?.users, isOpened: openedAt !== null }
  }
  deepEqual(await about(), { users: 0, companies: 0, listed: 0, isOpened: false })
  const { browser } = await visitorOf(hub)
  for (const company of ['Harbour Quay', 'Zephyr Trading', 'Zephyr Trading']) {
    const { id } = await addUser({ company })
    await grantAccess(db, id, [hub.id])
  }
  const { id: leaver } = await addUser()
  await grantAccess(db, leaver, [hub.id])
  await updateRows('users', { id: leaver }, { active: false })
  const { users, companies, listed } = await about()
  deepEqual([users, companies], [4, 3])
  // The list counts deactivated users, too, but no access that ended.
  equal(listed, 5)
  await updateRows('subsystem_accounts', { userId: leaver }, { expiresAt: now })
  equal((await about()).listed, 4)
  await tokensOf(browser, hub)
  equal((await about()).isOpened, true)
})
