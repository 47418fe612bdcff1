import { menuOf } from '../menus.ts'
import { partnerPages } from './pages.ts'

export const partnerMenu = menuOf(partnerPages)

/** Menu items of a company's own administrators. An administrator's roles decide which of them are shown. */
export const companyMenu = partnerMenu.filter(({ group }) => group === 'company')
