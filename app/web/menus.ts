import type { Permission } from '#contract/permission.ts'
import { paths } from './addresses.ts'
import type { FrameWord } from './frame-messages.ts'
import type { IconName } from './icons.tsx'

export type MenuItem = {
  text: FrameWord
  icon: IconName
  target: string
  /** One of them is enough; an empty list opens the page to every logged-in user. */
  permissions: readonly Permission[]
  /** The heading under which the item stands. */
  group: FrameWord
  children: readonly MenuItem[]
}

export const partnerMenu: readonly MenuItem[] = [
  {
    text: 'personalDetails',
    icon: 'person',
    target: paths.profile,
    permissions: [],
    group: 'account',
    children: [],
  },
  {
    text: 'security',
    icon: 'shield',
    target: paths.security,
    permissions: [],
    group: 'account',
    children: [],
  },
  {
    text: 'helpCenter',
    icon: 'help',
    target: paths.help,
    permissions: [],
    group: 'support',
    children: [],
  },
]

export const adminMenu: readonly MenuItem[] = [
  {
    text: 'auditLogs',
    icon: 'list',
    target: paths.auditLogs,
    permissions: ['view_admin_audit_log', 'view_audit_log'],
    group: 'monitor',
    children: [],
  },
  {
    text: 'partnerUsers',
    icon: 'people',
    target: paths.partnerUsers,
    permissions: ['manage_regular_user'],
    group: 'people',
    children: [],
  },
  {
    text: 'invitations',
    icon: 'letter',
    target: paths.invitations,
    permissions: ['manage_regular_user'],
    group: 'people',
    children: [],
  },
  {
    text: 'companies',
    icon: 'company',
    target: paths.companies,
    permissions: ['manage_partner'],
    group: 'people',
    children: [],
  },
  {
    text: 'adminUsers',
    icon: 'key',
    target: paths.adminUsers,
    permissions: ['manage_admin_user'],
    group: 'people',
    children: [],
  },
  {
    text: 'platforms',
    icon: 'platforms',
    target: paths.platforms,
    permissions: ['manage_platform'],
    group: 'integration',
    children: [],
  },
]

export type NavigationBar = { minify: boolean; show: boolean }

/** One button: on a small screen it shows or hides the bar, on a large one it makes it narrow or wide. */
export function toggleBar(bar: NavigationBar, isBelowLg: boolean): NavigationBar {
  return isBelowLg ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
