// own process: expects no platforms but those of this file
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { saveProfile } from '#domain/accounts/user.ts'
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

const rejectFetch = () => Promise.reject(new Error('asked'))

function ask(id: string, userId: string) {
  return admin.call(previewClaims, { params: { id }, body: { userId } })
}

test('an admin previews the claims that a login would return, without those of the login itself', async () => {
  const hub = await newPlatform({ extraScopes: ['phone'] })
  const { ada, browser } = await visitorOf(hub)
  await saveProfile(db, ada, facts)
  const { claims } = await tokensOf(browser, hub, { scope: 'openid profile email phone' })
  const previewed = await ask(hub.id, ada.id)
  equal(previewed.access, 'active')
  equal(previewed.scope, 'openid profile email phone')
  const values = new Map(previewed.claims.map(({ name, idToken }) => [name, idToken]))
  equal(values.get('phone_number'), JSON.stringify(facts.phone))
  for (const [name, value] of values) deepEqual(value, JSON.stringify(claims[name]), name)
  const loginClaims = ['iss', 'aud', 'exp', 'iat', 'nonce', 'sid', 'acr', 'amr', 'auth_time']
  deepEqual(
    Object.keys(claims)
      .filter((name) => !values.has(name))
      .toSorted(),
    loginClaims.toSorted(),
  )
  const [row] = (await auditOf(ada.id)).filter(
    ({ action }) => action === 'platform_claims_previewed',
  )
  deepEqual([row?.actorId, row?.data], [grace.id, { subsystem: hub.id, access: 'active' }])
})

test('with ID tokens without user data, the preview shows the claims only for userinfo', async () => {
  const hub = await newPlatform({ idTokenClaims: false })
  const { ada } = await visitorOf(hub)
  const { claims } = await ask(hub.id, ada.id)
  const email = claims.find(({ name }) => name === 'email')
  deepEqual([email?.idToken, email?.userInfo], [null, JSON.stringify(ada.email)])
})

test('the preview contains the reason why a user may not open the platform', async () => {
  const hub = await newPlatform()
  const stranger = await addUser()
  equal((await ask(hub.id, stranger.id)).access, 'no_access')
  await grantAccess(db, stranger.id, [hub.id])
  await updateRows('users', { id: stranger.id }, { active: false })
  equal((await ask(hub.id, stranger.id)).access, 'deactivated')
})

test('a preview of unknown users or platforms answers 404, and requires the permission to see users', async () => {
  const hub = await newPlatform()
  const ada = await addUser()
  await refusedWith(commonErrors.notFound, ask('nowhere', ada.id))
  await refusedWith(commonErrors.notFound, ask(hub.id, randomUUID()))
  const proxied = await newPlatform({ redirectUris: [], mayInvite: true })
  await refusedWith(commonErrors.invalidInput, ask(proxied.id, ada.id))
  const caller = { kind: 'admin', adminId: grace.id, permissions: ['manage_platform'] } as never
  await refusedWith(
    commonErrors.forbidden,
    preview(db, caller, rejectFetch, { platformId: hub.id, userId: ada.id }),
  )
})

test('3A3: The list and the page of a platform report the same number of users who may open it, and when it was last opened', async () => {
  const hub = await newPlatform()
  const readUse = async () => {
    const { reach, openedAt } = await admin.call(getPlatform, { params: { id: hub.id } })
    const listed = (await admin.call(listPlatforms, { query: { limit: 200 } })).find(
      ({ id }) => id === hub.id,
    )
    deepEqual(listed?.openedAt, openedAt)
    return { ...reach, listed: listed?.users, isOpened: openedAt !== null }
  }
  deepEqual(await readUse(), { users: 0, companies: 0, listed: 0, isOpened: false })
  const { browser } = await visitorOf(hub)
  for (const company of ['Harbour Quay', 'Zephyr Trading', 'Zephyr Trading']) {
    const { id } = await addUser({ company })
    await grantAccess(db, id, [hub.id])
  }
  const { id: leaver } = await addUser()
  await grantAccess(db, leaver, [hub.id])
  await updateRows('users', { id: leaver }, { active: false })
  const { id: other } = await addUser({ company: 'Company without the platform' })
  await grantAccess(db, other, [hub.id])
  await updateRows('partners', { name: 'Company without the platform' }, { subsystems: [] })
  const { users, companies, listed } = await readUse()
  deepEqual([users, companies, listed], [4, 3, 4])
  await updateRows('subsystem_accounts', { subsystemId: hub.id }, { expiresAt: now })
  deepEqual([(await readUse()).users, (await readUse()).listed], [0, 0])
  await updateRows('subsystem_accounts', { subsystemId: hub.id }, { expiresAt: null })
  await tokensOf(browser, hub)
  equal((await readUse()).isOpened, true)
})
