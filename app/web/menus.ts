import type { Permission } from '#contract/permission.ts'
import { paths } from './addresses.ts'
import type { FrameWord } from './frame-messages.ts'
import type { IconName } from './icons.tsx'

export type MenuItem = {
  text: FrameWord
  icon: IconName
  target: string
  /** Holding one of them is enough; none listed opens it to whoever is logged in. */
  permissions: readonly Permission[]
  /** Items of one group stand together under its name. */
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
    group: 'oversight',
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
