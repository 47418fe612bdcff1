import type { QueryClient } from '@tanstack/react-query'
import { getAdminMe } from '#contract/admin.ts'
import { rememberLogin } from '#web/browser-storage.ts'
import { adminMeQuery } from '#web/me.ts'
import { noteSessionEnd } from '#web/session.ts'
import { overviewKey } from '../../../features/admin/overview/contract.ts'
import { pageDataId, type AdminPageData } from '../page-replies.ts'

/** Moves the data that came with the document into the cache, once (as app/web/page-data.ts does for users). */
export function receiveAdminPageData(queryClient: QueryClient): void {
  const element = document.getElementById(pageDataId)
  if (!element) return
  const data = JSON.parse(element.textContent) as AdminPageData
  element.remove()
  // The document may be from another version of the server: then the page requests what it needs.
  if (!getAdminMe.reply.safeParse(data.me).success) return
  noteSessionEnd('admin', Date.now() + data.expiresAt - data.now)
  rememberLogin('admin')
  fillAdminCache(queryClient, data)
}

/** Puts each reply into the cache where the page looks for it. */
export function fillAdminCache(
  queryClient: QueryClient,
  { me, adminOverview }: Pick<AdminPageData, 'me' | 'adminOverview'>,
): void {
  queryClient.setQueryData(adminMeQuery.queryKey, me)
  if (adminOverview) queryClient.setQueryData(overviewKey('day'), adminOverview)
}
