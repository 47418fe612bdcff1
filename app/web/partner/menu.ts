import { menuOf } from '../menus.ts'
import { partnerPages } from './pages.ts'

export const partnerMenu = menuOf(partnerPages)

/** The pages that a company's own administrators have, each by their roles. */
export const companyMenu = partnerMenu.filter(({ group }) => group === 'company')
