// covers queue:bulk, mail:sign-up-reminder
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import {
  cancelBulk,
  exportBulkResults,
  getBulk,
  listBulkPlatforms,
  listBulkResults,
  listBulks,
  startBulk,
} from '../../features/admin/bulk/contract.ts'
import { listUsers } from '../../features/admin/users/contract.ts'
import { openBrowser } from './browser.ts'
import { firstPassword, passHumanCheck } from './credentials.ts'
import { expectErrorCode, isLoggedIn, mails, newCompany, newInvitation, newUser } from './people.ts'
import { place } from './place.ts'
import { newPlatform } from './platforms.ts'
import { admin } from './staff.ts'
import { until } from './until.ts'

const { call } = admin.browser
const reason = 'The company has moved'

test('a bulk job deactivates users and lists its results, and another one activates them', async () => {
  const users = await Promise.all([newUser(), newUser()])
  const ids = users.map(({ id }) => id)
  const preview = await call(startBulk, { body: { action: 'deactivate', ids, dryRun: true } })
  deepEqual([preview.id, preview.effect?.changed], [null, 2])
  const { id } = await call(startBulk, { body: { action: 'deactivate', ids, reason } })
  const job = await ended(id)
  deepEqual([job.done, job.failed], [2, 0])
  for (const { browser, email } of users) {
    equal(await isLoggedIn(browser), false)
    await mails.next(email, /has been deactivated/)
  }
  const params = { id: id ?? '' }
  equal((await call(listBulkResults, { params, query: { state: 'done' } })).length, 2)
  const file = (await call(exportBulkResults, { params })) as Blob
  match(await file.text(), new RegExp(`"${ids[0]}".*"done"`))
  await expectErrorCode(409001, call(cancelBulk, { params, body: {} }))
  equal(
    (await call(listBulks, {})).some((each) => each.id === id),
    true,
  )
  const again = await call(startBulk, { body: { action: 'activate', ids, reason } })
  equal((await ended(again.id)).done, 2)
})

test('a bulk job grants a platform to the users that match a query, and another one revokes it', async () => {
  const [company, platform] = [await newCompany(), await newPlatform()]
  const user = await newUser({ companyId: company.id })
  equal(
    (await call(listBulkPlatforms, {})).some(({ id }) => id === platform.id),
    true,
  )
  const query = { partner: company.id }
  const body = { query, subsystem: platform.id, reason }
  const granted = await call(startBulk, { body: { ...body, action: 'give-platform' } })
  equal((await ended(granted.id)).done, 1)
  const platforms = async () =>
    (await user.browser.call(getMe, {})).subsystems
      .filter(({ state }) => state === 'active')
      .map(({ id }) => id)
  deepEqual(await platforms(), [platform.id])
  const revoked = await call(startBulk, { body: { ...body, action: 'take-platform' } })
  equal((await ended(revoked.id)).done, 1)
  deepEqual(await platforms(), [])
})

test('a bulk job ends sessions, and reminds users who have not finished the sign-up', async () => {
  const user = await newUser()
  const sessions = await call(startBulk, {
    body: { action: 'end-sessions', ids: [user.id], reason },
  })
  await ended(sessions.id)
  equal(await isLoggedIn(user.browser), false)

  const { email, token } = await newInvitation()
  const browser = openBrowser(place.url)
  const humanCheck = await passHumanCheck(browser)
  const account = { token, email, password: firstPassword, confirmPassword: firstPassword }
  await browser.call(signUp, { body: { ...account, humanCheck, acceptTerms: true } })
  const [unfinished] = await call(listUsers, { query: { q: email, status: ['invited'] } })
  const ids = [unfinished?.id ?? '']
  const reminders = await call(startBulk, { body: { action: 'resend-invitation', ids } })
  equal((await ended(reminders.id)).done, 1)
  match((await mails.next(email, /Finish setting up/)).text, /login/)
})

function ended(id: string | null) {
  return until('the end of the bulk job', async () => {
    const job = await call(getBulk, { params: { id: id ?? '' } })
    return job.finishedAt !== null && job
  })
}
