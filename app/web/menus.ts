import {
  companyPermissions,
  type CompanyPermission,
  type Permission,
} from '#contract/permission.ts'
import { paths } from './addresses.ts'
import type { FrameWord } from './frame-messages.ts'
import type { IconName } from './icons.tsx'

export type MenuItem = {
  text: FrameWord
  icon: IconName
  target: string
  /** Permissions of which one is enough; an empty list opens the page to every logged-in user. */
  permissions: readonly (Permission | CompanyPermission)[]
  /** Number of items on the page that wait for the reader. */
  count?: number
  /** Heading of the item's group. */
  group: FrameWord
  children: readonly MenuItem[]
}

/** Pages for a company's own administrators, according to their roles. */
export const companyMenu: readonly MenuItem[] = [
  menuItem('company', 'overview', 'chart', paths.companyOverview, companyPermissions),
  menuItem('company', 'people', 'people', paths.companyUsers, ['company_users']),
  menuItem('company', 'invitations', 'letter', paths.companyInvitations, ['company_users']),
  menuItem('company', 'requests', 'checks', paths.companyRequests, ['company_users']),
  menuItem('company', 'review', 'approvals', paths.companyReview, ['company_users']),
  menuItem('company', 'networks', 'globe', paths.companyNetworks, ['company_security']),
  menuItem('company', 'activity', 'list', paths.companyActivity, ['company_audit']),
]

export const partnerMenu: readonly MenuItem[] = [
  menuItem('account', 'home', 'home', paths.home),
  menuItem('account', 'personalDetails', 'person', paths.profile),
  menuItem('account', 'security', 'shield', paths.security),
  ...companyMenu,
  menuItem('support', 'helpCenter', 'help', paths.help),
]

export function menuItem(
  group: FrameWord,
  text: FrameWord,
  icon: IconName,
  target: string,
  permissions: MenuItem['permissions'] = [],
): MenuItem {
  return { group, text, icon, target, permissions, children: [] }
}

export type NavigationBar = { minify: boolean; show: boolean }

/** Toggles the navigation bar: shows or hides it on a small screen, makes it narrow or wide on a large one. */
export function toggleBar(bar: NavigationBar, isBelowLg: boolean): NavigationBar {
  return isBelowLg ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
