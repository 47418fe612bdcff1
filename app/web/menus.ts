import * as links from '#contract/links.ts'
import type { FrameWord } from './frame-messages.ts'
import type { IconName } from './icon-paths.ts'
import { adminPages, partnerPages, type PageRow } from './page-list.ts'

export type MenuItem = {
  text: FrameWord
  icon: IconName
  target: string
  /** Permissions of which any one shows the item; an empty list shows it to everybody. */
  permissions: readonly string[]
  /** How many things there wait for the reader. */
  count?: number
  /** The heading of the item. */
  group: FrameWord
  children: readonly MenuItem[]
}

export const partnerMenu = menuOf(partnerPages)

/** The pages that a company's own administrators have, each by their roles. */
export const companyMenu = partnerMenu.filter(({ group }) => group === 'company')

export const adminMenu = menuOf(adminPages)

/** `/admin` leads to the first of these (requirement RT-22): the specification does not know the overview. */
export const specifiedMenu = adminMenu.filter(({ target }) => target !== links.overview.path)

/** Returns the item of a menu that a page without one belongs to: the list of a record, or the page that leads to it. */
export function menuTargetOf(menu: readonly MenuItem[], path: string): string | undefined {
  if (path.startsWith(links.bulkJobs.path)) return links.users.path
  if (path === links.testLogin.path) return links.platforms.path
  return menu.find(({ target }) => path.startsWith(`${target}/`))?.target
}

// @__NO_SIDE_EFFECTS__
function menuOf(pages: readonly PageRow[]): MenuItem[] {
  return pages.flatMap(({ page: { path, permissions }, menu }) =>
    menu ? [{ ...menu, target: path, permissions, children: [] }] : [],
  )
}

export type NavigationBar = { minify: boolean; show: boolean }

/** Toggles the bar by one button: on a small screen it is shown or hidden, on a large one narrow or wide. */
export function toggleBar(bar: NavigationBar, isBelowLg: boolean): NavigationBar {
  return isBelowLg ? { ...bar, show: !bar.show } : { ...bar, minify: !bar.minify }
}
