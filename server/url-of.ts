import { adminArea, hrefOf, type Link } from '#contract/links.ts'
import { config } from './config.ts'
import { isAdminUrl } from './cookies.ts'

/** Returns the URL of a page on the host of its area. */
export function urlOf(link: Link): string {
  const isAdmin = `${link.path}/`.startsWith(`${adminArea.path}/`) || isAdminUrl(link.path)
  return (isAdmin ? config.adminUrl : config.publicUrl) + hrefOf(link)
}
