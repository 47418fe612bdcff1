import { fail } from 'node:assert/strict'
import { ApprovalAsked } from '#contract/call.ts'
import type { Role } from '#contract/permission.ts'
import { adminLogin, verifyAdminCode } from '../../features/account/sign-in/admin-contract.ts'
import { inviteAdmin } from '../../features/admin/admins/contract.ts'
import { approveRequest, listApprovals } from '../../features/admin/approvals/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { codeOf } from './credentials.ts'
import { mailsAt, tokenIn } from './mails.ts'
import { place } from './place.ts'
import { setUpAdminBy, type Admin } from './set-up-admin.ts'
import { withAdminStepUp } from './step-up.ts'
import { executeSql, withCodesOf } from './time.ts'

/** Logs an admin in with password and code in a new browser. */
export async function logInAdmin(account: Omit<Admin, 'browser'>): Promise<Admin> {
  const { id, email, password, secret } = account
  const browser = openBrowser(place.url)
  await withCodesOf(id, async () => {
    await browser.call(adminLogin, { body: { email, password } })
    await browser.call(verifyAdminCode, { body: { otp: codeOf(secret) } })
  })
  return withAdminStepUp({ id, email, password, secret, browser })
}

/** The super admin who acts in the programs, and the super admin who approves their requests. */
export const [admin, approver] = (await Promise.all(place.staff.map(logInAdmin))) as [Admin, Admin]

/** Evidence that is long enough for every kind of approval. */
export const evidence = 'Called back on the office number, and I know the voice.'

/** Returns the approval request that an admin's call creates; fails if the call acts immediately. */
export async function requestOf(work: Promise<unknown>): Promise<ApprovalAsked> {
  const outcome = await work.catch((error: unknown) => {
    if (error instanceof ApprovalAsked) return error
    throw error
  })
  return outcome instanceof ApprovalAsked ? outcome : fail('the action needed no approval')
}

/** Approves a request as the second super admin. */
export function approve(id: string) {
  return approver.browser.call(approveRequest, { params: { id }, body: { evidence } })
}

/** Adds an admin with these roles through two-person approval, and sets the account up by the mailed link. */
export async function newAdmin(roles: Role[]): Promise<Admin> {
  const email = `admin-${unique()}@portico.example`
  const name = { firstname: 'Joan', lastname: 'Clarke' }
  const { approval } = await requestOf(
    admin.browser.call(inviteAdmin, { body: { ...name, email, roles, preferredLanguage: 'en' } }),
  )
  await approve(approval.id)
  const mail = await mailsAt(place.mailboxUrl).next(email, /admin account/)
  const added = await setUpAdminBy(place.url, { email, token: tokenIn(mail, 'admin/set-up') })
  return withAdminStepUp(added)
}

/** Backdates the roles of admins beyond the day that an approver must have held them. */
export async function backdateRoles(adminIds: readonly string[]): Promise<void> {
  await executeSql(
    `update admin_roles set given_at = given_at - interval '2 days' where admin_id = any($1::uuid[])`,
    [adminIds],
  )
}

/** Returns the pending request about a user, admin, company or platform; fails if there is none. */
export async function pendingRequestAbout(target: string) {
  const query = { target, state: ['asked' as const] }
  const [request] = await approver.browser.call(listApprovals, { query })
  return request ?? fail('no request waits for a decision')
}
