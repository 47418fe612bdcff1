import * as links from '#contract/links.ts'
import type { Link, Page } from '#contract/links.ts'
import { adminPages, partnerPages } from './page-list.ts'

/** The paths of the partner area, with {id} for records; any other path below /main answers 404. */
export const partnerPaths: readonly string[] = [
  links.main.path,
  links.companyArea.path,
  links.noPermission.path,
  ...partnerPages.map(({ page }) => page.path),
]

/** The paths of the admin area, with {id} for records; any other path below /admin answers 404. */
export const adminPaths: readonly string[] = [
  links.adminArea.path,
  links.adminLogout.path,
  links.adminNoPermission.path,
  ...new Set(adminPages.map(({ page }) => page.path)),
]

/** Removes slashes at the end, in linear time. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Query parameter of /forgot-password after the mail was sent. */
export const sentMark = 'sent'

/** Pages that mailed links open: `/x/{token}` is shown as `/x`. */
export const tokenPaths: readonly string[] = [
  links.signup,
  links.resetPassword,
  links.reset2fa,
  links.logMeOut,
  links.recover,
  links.stopRecovery,
  links.contactPoint,
  links.stepUp,
  links.adminSetUp,
].map(({ path }) => path)

/** Redirects of short paths. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/': links.login.path,
  '/signup': links.signup.path,
  '/log-in': links.login.path,
}

type Moved = {
  list: Page<string, string>
  /** Query parameter that named a record up to version 0.2. */
  name: string
  record: ((values: { id: string }) => Link) | (() => Link)
  /** The page of a new record, which the value `new` or `0` opened. */
  fresh?: () => Link
}

const movedRecords: readonly Moved[] = [
  { list: links.users, name: 'user', record: links.user },
  { list: links.admins, name: 'admin', record: links.admin },
  { list: links.companies, name: 'company', record: links.company, fresh: links.newCompany },
  { list: links.platforms, name: 'platform', record: links.platform, fresh: links.newPlatform },
  { list: links.apis, name: 'api', record: links.api, fresh: links.newApi },
  { list: links.webhooks, name: 'webhook', record: links.webhook, fresh: links.newWebhook },
  {
    list: links.serviceAccounts,
    name: 'account',
    record: links.serviceAccount,
    fresh: links.newServiceAccount,
  },
  { list: links.approvals, name: 'approval', record: links.approval },
  { list: links.bulkJobs, name: 'job', record: links.bulkJob },
  { list: links.companyUsers, name: 'user', record: links.companyUser },
  { list: links.invitations, name: 'form', record: links.invite, fresh: links.invite },
  {
    list: links.companyInvitations,
    name: 'form',
    record: links.inviteColleagues,
    fresh: links.inviteColleagues,
  },
]

/** Returns the address of a record that a query of its list names, as up to version 0.2; undefined for any other. */
export function movedRecord(path: string, search: string): string | undefined {
  const query = new URLSearchParams(search)
  const moved = movedRecords.find(({ list, name }) => list.path === path && query.has(name))
  if (!moved) return undefined
  const id = query.get(moved.name) ?? ''
  const isFresh = moved.fresh && ['new', '0'].includes(id)
  query.delete(moved.name)
  const rest = query.size > 0 ? `?${query}` : ''
  return (isFresh ? moved.fresh!() : moved.record({ id })).path + rest
}
