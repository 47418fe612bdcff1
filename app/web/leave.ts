import { useSyncExternalStore } from 'react'
import { ownPathOf } from '#contract/redirect.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { forgetLogin, mayBeLoggedIn, type Area } from '#web/browser-storage.ts'
import type { LoginReason } from '#contract/session.ts'
import { createListeners } from '#web/listeners.ts'
import { broadcast, sessionExpiresAt } from '#web/session.ts'
import { hasUnsavedInput } from '#web/unsaved-input.ts'
import { adminLogout } from '../../features/account/sign-in/admin-contract.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import * as links from '#contract/links.ts'
import { detachPage } from './detach-page.ts'

/** Base for parsing a path as a URL. It is cut off again. */
const placeholderOrigin = 'https://own.invalid'
/** Milliseconds within which another tab's message follows its logout. */
export const messageDelayMs = 1000
let isLeaving = false
/** True while the page stays although its session has ended. */
let isEnded = false
/** Timer that leaves for the login; undefined if none is pending. */
let leaveTimer: ReturnType<typeof setTimeout> | undefined
let attachPage = () => {}
const endListeners = createListeners()

/**
 * Leaves the pages behind the login by loading a document, so that none of their content stays in memory. The document
 * replaces the history entry: Back from the login must not lead to a page that redirects to the login.
 */
export function leave(area: Area, address: string): void {
  if (isLeaving) return
  isLeaving = true
  forgetLogin(area)
  location.replace(address)
  // The user may stay, because the browser asks before it drops unsaved input.
  if (hasUnsavedInput()) setTimeout(resetLeaving, 10_000)
}

/** Allows `leave` again, after the user has stayed or the browser has restored the page from its back/forward cache. */
export function resetLeaving(): void {
  isLeaving = false
}

/** Leaves the area in every tab, after the user or admin has logged out. */
export function leaveEverywhere(area: Area): void {
  broadcast({ kind: 'logged-out', area })
  leave(area, area === 'admin' ? links.hrefOf(links.adminLogin()) : links.hrefOf(links.login()))
}

/** Ends the session on the server, then leaves the area in every tab. */
export async function logOut(area: Area): Promise<void> {
  await call(area === 'admin' ? adminLogout : logout, {})
  leaveEverywhere(area)
}

/** Sends an admin without a session to the login, which leads back to this page. */
export function leaveAdmin(
  here: string,
  error?: unknown,
  wasLoggedIn = mayBeLoggedIn('admin'),
): void {
  leave('admin', adminLoginUrl(error, here, wasLoggedIn))
}

/**
 * Returns the login that the auth-proxy names, as a path or an address (requirement ER-01); else that of the portal,
 * with `redirect` for an admin whose session ended (ER-02) and `redirectURL` for a visitor (RT-27).
 */
export function adminLoginUrl(error: unknown, here: string, wasLoggedIn: boolean): string {
  if (error instanceof Refusal && error.code === errorCodes.adminNotLoggedIn) {
    const { source, redirectTo = '' } = error
    // A path stays a path, so this function needs no page to resolve it against.
    const ownPath = ownPathOf(redirectTo)
    const url = URL.parse(redirectTo, ownPath && placeholderOrigin)
    url?.searchParams.set('redirectTo', here)
    if (source === 'auth-proxy' && url && /^https?:$/.test(url.protocol))
      return ownPath ? url.href.slice(placeholderOrigin.length) : url.href
  }
  const target = wasLoggedIn
    ? { redirect: here, ended: endOf(error) ?? unknownEnd }
    : { redirectURL: here, ended: endOf(error) }
  return links.hrefOf(links.adminLogin(target))
}

const unknownEnd: LoginReason = 'endedUnknown'

/** Returns the reason the session ended; undefined if the server does not know it. */
function endOf(error: unknown): string | undefined {
  return error instanceof Refusal ? error.faults[0]?.rule : undefined
}

/**
 * Handles the loss of a user's session. Keeps the page in memory if the session has expired or input would be lost;
 * otherwise goes to the login. `error` is that of a call; undefined if this browser no longer has a session.
 */
export function loseSession(here: string, error?: unknown): void {
  if (isLeaving || isEnded) return
  const expiresAt = sessionExpiresAt('user')
  const isExpired = expiresAt !== undefined && expiresAt <= Date.now()
  if (isExpired || hasUnsavedInput()) return keepPage()
  const end = endOf(error)
  const toLogin = () =>
    leave('user', links.hrefOf(links.login({ redirect: here, ended: end ?? unknownEnd })))
  if (error === undefined || end !== undefined) return toLogin()
  // The server gave no reason, so another tab may have logged out. Waits for the message of that tab, because only the
  // message leads to a login with a notice.
  leaveTimer ??= setTimeout(() => {
    leaveTimer = undefined
    if (hasUnsavedInput()) keepPage()
    else toLogin()
  }, messageDelayMs)
}

/** Forgets the login, which other tabs follow, and keeps the page with its input for a login in its place. */
function keepPage(): void {
  forgetLogin('user')
  setEnded(true)
}

/** Removes the page because its session has ended (true), or restores it (false). Stops `leaveTimer`. */
export function setEnded(next: boolean): void {
  clearTimeout(leaveTimer)
  leaveTimer = undefined
  if (isEnded === next) return
  isEnded = next
  if (next) attachPage = detachPage()
  else attachPage()
  endListeners.notify()
}

/** Returns true if the user's session has ended while the page stays. */
export function useEnded(): boolean {
  return useSyncExternalStore(endListeners.listen, () => isEnded)
}
