import * as links from '#contract/admin-links.ts'
import { menuOf } from '../menus.ts'
import { adminPages } from './pages.ts'

export const adminMenu = menuOf(adminPages)

/** The menu without the overview, which the specification does not know. `/admin` leads to its first page (RT-22). */
export const specifiedMenu = adminMenu.filter(({ target }) => target !== links.overview.path)
