import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { Link, Page } from '#contract/links.ts'
import { adminPages } from './admin/pages.ts'
import { partnerPages } from './partner/pages.ts'

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
  adminLinks.adminLogout.path,
  adminLinks.adminNoPermission.path,
  ...new Set(adminPages.map(({ page }) => page.path)),
]

/** A page of a record that was a query parameter of its list up to version 0.2. */
type MovedRecord = {
  list: Page<string, string>
  /** Query parameter that named the record. */
  name: string
  record: ((values: { id: string }) => Link) | (() => Link)
  /** The page of a new record, which the value `new` or `0` opened. */
  newRecord?: () => Link
}

const movedRecords: readonly MovedRecord[] = [
  { list: adminLinks.users, name: 'user', record: adminLinks.user },
  { list: adminLinks.admins, name: 'admin', record: adminLinks.admin },
  {
    list: adminLinks.companies,
    name: 'company',
    record: adminLinks.company,
    newRecord: adminLinks.newCompany,
  },
  {
    list: adminLinks.platforms,
    name: 'platform',
    record: adminLinks.platform,
    newRecord: adminLinks.newPlatform,
  },
  { list: adminLinks.apis, name: 'api', record: adminLinks.api, newRecord: adminLinks.newApi },
  {
    list: adminLinks.webhooks,
    name: 'webhook',
    record: adminLinks.webhook,
    newRecord: adminLinks.newWebhook,
  },
  {
    list: adminLinks.serviceAccounts,
    name: 'account',
    record: adminLinks.serviceAccount,
    newRecord: adminLinks.newServiceAccount,
  },
  { list: adminLinks.approvals, name: 'approval', record: adminLinks.approval },
  { list: adminLinks.bulkJobs, name: 'job', record: adminLinks.bulkJob },
  { list: links.companyUsers, name: 'user', record: links.companyUser },
  {
    list: adminLinks.invitations,
    name: 'form',
    record: adminLinks.invite,
    newRecord: adminLinks.invite,
  },
  {
    list: links.companyInvitations,
    name: 'form',
    record: links.inviteColleagues,
    newRecord: links.inviteColleagues,
  },
]

/** Returns the page of the record that the query of a list names, as up to version 0.2; undefined for any other URL. */
export function movedRecord(path: string, search: string): string | undefined {
  const query = new URLSearchParams(search)
  const moved = movedRecords.find(({ list, name }) => list.path === path && query.has(name))
  if (!moved) return undefined
  const id = query.get(moved.name) ?? ''
  const isNew = moved.newRecord && ['new', '0'].includes(id)
  query.delete(moved.name)
  const rest = query.size > 0 ? `?${query}` : ''
  return (isNew ? moved.newRecord!() : moved.record({ id })).path + rest
}
