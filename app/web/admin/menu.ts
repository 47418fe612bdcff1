import * as links from '#contract/admin-links.ts'
import { menuOf } from '../menus.ts'
import { adminPages } from './pages.ts'

export const adminMenu = menuOf(adminPages)

/** `/admin` leads to the first of these (requirement RT-22): the specification does not know the overview. */
export const specifiedMenu = adminMenu.filter(({ target }) => target !== links.overview.path)
