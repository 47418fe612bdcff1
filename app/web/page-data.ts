import type { QueryClient } from '@tanstack/react-query'
import { getMe } from '#contract/me.ts'
import { rememberLogin } from '#web/browser-storage.ts'
import { meQuery } from '#web/me.ts'
import { noteSessionEnd } from '#web/session.ts'
import { overviewQuery } from './overview.ts'
import { pageDataId, type PageData } from './page-replies.ts'

/** Moves the data that came with the document into the cache, once: what the page shows first needs no request. */
export function receivePageData(queryClient: QueryClient): void {
  const element = document.getElementById(pageDataId)
  if (!element) return
  const data = JSON.parse(element.textContent) as PageData
  element.remove()
  // The document may be from another version of the server: then the page requests what it needs.
  if (!getMe.reply.safeParse(data.me).success) return
  // The clocks of browser and server may differ, so only the remaining time counts.
  noteSessionEnd('user', Date.now() + data.expiresAt - data.now)
  rememberLogin('user')
  fillCache(queryClient, data)
}

/** Puts each reply into the cache where the page looks for it. */
export function fillCache(queryClient: QueryClient, data: PageData): void {
  const { me, overview, sessions, logins } = data
  queryClient.setQueryData(meQuery.queryKey, me)
  if (overview) queryClient.setQueryData(overviewQuery.queryKey, overview)
  if (sessions) queryClient.setQueryData(['sessions'], sessions)
  if (logins) {
    const first = { pages: [logins], pageParams: [undefined] }
    queryClient.setQueryData(['login-history'], first)
  }
}
