// covers job:warn-of-expiring-access, job:end-expired-access, job:warn-of-ending-keys
// covers job:end-expired-approvals, job:purge-expired, job:process-dormant-accounts
// covers job:process-dormant-admins, mail:access-expiring, mail:service-account-ending
// covers mail:dormant, mail:dormant-deactivated, mail:admin-dormant, mail:admin-dormant-deactivated
import { equal, ok, rejects } from 'node:assert/strict'
import { getAdminMe } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { getApproval } from '../../features/admin/approvals/contract.ts'
import { listAdminUsers } from '../../features/admin/admins/contract.ts'
import { getUser, resetTwoFactor, setPlatforms } from '../../features/admin/users/contract.ts'
import { testDueWork, type DueWork } from './due-work.ts'
import { isLoggedIn, mails, newUser } from './people.ts'
import { newPlatform, openPlatform } from './platforms.ts'
import { daysFromNow, requestServiceAccount } from './key-accounts.ts'
import { admin, approve, newAdmin, requestOf } from './staff.ts'
import { executeSql } from './time.ts'
import { until } from './until.ts'

const { call } = admin.browser

const cases: DueWork[] = [
  {
    title: 'a user whose access ends in three days is warned by email',
    prepare: async () => {
      const { user, platform } = await newUserWithEnd(3)
      return () => mails.next(user.email, new RegExp(`${platform.name} is ending`))
    },
  },
  {
    title: 'expired access ends, and the user is emailed',
    prepare: async () => {
      const { user } = await newUserWithEnd(1)
      await executeSql(
        `update subsystem_accounts set expires_at = now() - interval '1 minute' where user_id = $1`,
        [user.id],
      )
      return async () => {
        await mails.next(user.email, /(?:platform|longer have|now have) access/)
        const { subsystems } = await user.browser.call(getMe, {})
        equal(subsystems.filter(({ state }) => state === 'active').length, 0)
      }
    },
  },
  {
    title: 'super admins are emailed about a service account that expires in six days',
    prepare: async () => {
      const { id, approvalId } = await requestServiceAccount(['admin:users.read'])
      await approve(approvalId)
      await executeSql('update service_accounts set expires_at = $2 where id = $1', [
        id,
        daysFromNow(6),
      ])
      return () => mails.next(admin.email, new RegExp(`Service account “${id}” expires soon`))
    },
  },
  {
    title: 'a request without a decision expires, and its user is emailed',
    prepare: async () => {
      const user = await newUser()
      const body = { reason: 'Lost the phone; called back on the office number' }
      const params = { id: user.id }
      const { approval } = await requestOf(call(resetTwoFactor, { params, body }))
      await executeSql('update approvals set expires_at = now() where id = $1', [approval.id])
      return async () => {
        await mails.next(user.email, /request to reset .* was closed/)
        const { state } = await call(getApproval, { params: { id: approval.id } })
        equal(state, 'expired')
      }
    },
  },
  {
    title: 'a session that times out also ends on the platforms that it has opened',
    prepare: async () => {
      const platform = await newPlatform()
      const user = await newUser({ platforms: [platform.id] })
      await openPlatform(user.browser, platform)
      await executeSql(
        `update sessions set last_seen_at = last_seen_at - interval '1 day',
           coarse_seen_at = coarse_seen_at - interval '1 day' where user_id = $1`,
        [user.id],
      )
      return () => until('the logout notification', () => platform.notices.length > 0)
    },
  },
  {
    title: 'a user without a login for 80 days is warned by email',
    prepare: async () => {
      const user = await newUser()
      await backdate('users', user.id, 80)
      return () => mails.next(user.email, /will be deactivated|not used|unused/)
    },
  },
  {
    title: 'a user who was warned two weeks ago is deactivated and mailed',
    prepare: async () => {
      const user = await newUser()
      await backdate('users', user.id, 100)
      await warn('users', user.id)
      return async () => {
        await mails.next(user.email, /has been deactivated/)
        equal((await call(getUser, { params: { id: user.id } })).active, false)
        equal(await isLoggedIn(user.browser), false)
      }
    },
  },
  {
    title: 'an admin without a login for 80 days is warned by email',
    prepare: async () => {
      const { id, email } = await newAdmin(['auditor'])
      await backdate('admins', id, 80)
      return () => mails.next(email, /will be deactivated|not used|unused/)
    },
  },
  {
    title: 'an admin who was warned two weeks ago is deactivated and mailed',
    prepare: async () => {
      const { id, email, browser } = await newAdmin(['auditor'])
      await backdate('admins', id, 100)
      await warn('admins', id)
      return async () => {
        await mails.next(email, /has been deactivated/)
        const [listed] = await call(listAdminUsers, { query: { q: email } })
        equal(listed?.active, false)
        await rejects(browser.call(getAdminMe, {}))
      }
    },
  },
]

testDueWork('a worker runs the due jobs for accounts', cases)

async function newUserWithEnd(days: number) {
  const platform = await newPlatform()
  const user = await newUser({ platforms: [platform.id] })
  const subsystems = [{ id: platform.id, expiresAt: daysFromNow(days) }]
  const body = { subsystems, reason: 'For the audit of the year' }
  const saved = await call(setPlatforms, { params: { id: user.id }, headers: {}, body })
  ok(saved.platforms.find(({ id }) => id === platform.id)?.expiresAt)
  return { user, platform }
}

/** Backdates the last use of an account by this many days. */
async function backdate(table: 'users' | 'admins', id: string, days: number): Promise<void> {
  await executeSql(
    `update ${table} set created_at = created_at - $2 * interval '1 day', last_login_at = last_login_at - $2 * interval '1 day',
       reactivated_at = null where id = $1`,
    [id, days],
  )
  if (table === 'users')
    // As the job has copied it, before it warned.
    await executeSql(
      `with login as (
         update user_logins set last_login_at = last_login_at - $2 * interval '1 day' where user_id = $1 returning *)
       update users u set last_login_at = l.last_login_at from login l where u.id = l.user_id`,
      [id, days],
    )
}

async function warn(table: 'users' | 'admins', id: string): Promise<void> {
  await executeSql(
    `update ${table} set dormant_warned_at = now() - interval '15 days' where id = $1`,
    [id],
  )
}
