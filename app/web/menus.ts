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

export type NavigationBar = { minify: boolean; show: boolean }

/** One button: on a small screen it shows or hides the bar, on a large one it makes it narrow or wide. */
export function toggleBar(bar: NavigationBar, isBelowLg: boolean): NavigationBar {
  return isBelowLg ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
