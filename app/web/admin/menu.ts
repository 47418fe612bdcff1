import { menuOf } from '../menus.ts'
import { adminPages } from './pages.ts'

/** `/admin` leads to its first page that the admin may see (RT-22). */
export const adminMenu = menuOf(adminPages)
