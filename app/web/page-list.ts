import type { Page } from '#contract/links.ts'
import type { Locale, MessagesOf, PlainKeys } from '#contract/locale.ts'
import type { MenuIcon } from './icon-paths.ts'
import type { frameMessages } from './texts/messages.ts'

/** The keys of frame texts without arguments. */
export type FrameWord = PlainKeys<MessagesOf<typeof frameMessages>>

/** The text of a menu entry: the title of a use case's page, or a word of the frame. */
export type MenuText = FrameWord | Readonly<Record<Locale, { title: string }>>

export type Area = 'public' | 'partner' | 'admin'

/** A page: its address, the module and component that show it, and its place in the menu. */
export type PageRow = {
  page: Page<string, string>
  /** The module of the screen, then others that the page begins with. Its document preloads them. */
  modules: readonly [string, ...string[]]
  /** The name of the component in the first module; undefined for public pages (app/web/public/screens.tsx). */
  component?: string
  /** The page whose menu item this one belongs to, where the address does not say so. */
  within?: PageRow['page']
  menu?: { group: FrameWord; text: MenuText; icon: MenuIcon }
}

export type MenuPlace = readonly [group: FrameWord, text: MenuText, icon: MenuIcon]

/** Makes a row of a list of pages. The annotation lets bundlers drop an unused list. */
// @__NO_SIDE_EFFECTS__
export function row(
  page: PageRow['page'],
  module: string,
  component: string,
  menu?: MenuPlace,
): PageRow {
  const [group, text, icon] = menu ?? []
  const place = group && text && icon && { menu: { group, text, icon } }
  return { page, modules: [module], component, ...place }
}
