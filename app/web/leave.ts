import { errorCodes, Refusal } from '#contract/refusal.ts'
import { forgetLogin, isLoggedIn, mayBeLoggedIn, type Area } from '#web/device.ts'
import { addresses } from './addresses.ts'

let leaving = false

/** Leaves the logged-in pages by loading a document, so that nothing of them stays in memory. */
export function leave(area: Area, address: string): void {
  if (leaving) return
  leaving = true
  forgetLogin(area)
  location.assign(address)
}

export function isLeaving(): boolean {
  return leaving
}

/** Allows `leave` again on a page that the browser restored from its back/forward cache. */
export function resetLeaving(): void {
  leaving = false
}

/** Sends an admin without a session to the login, and from there back to this page. */
export function leaveAdmin(error: unknown, here: string): void {
  leave('admin', adminLoginUrl(error, here, mayBeLoggedIn('admin') || isLoggedIn('admin')))
}

/**
 * The identity provider's login if the error names it (requirement ER-01); else our own, with `redirect` for an
 * admin whose session ended (ER-02) and `redirectURL` for a visitor (RT-27).
 */
export function adminLoginUrl(error: unknown, here: string, wasLoggedIn: boolean): string {
  if (error instanceof Refusal && error.code === errorCodes.adminNotLoggedIn && error.redirectTo) {
    const url = URL.canParse(error.redirectTo) ? new URL(error.redirectTo) : undefined
    url?.searchParams.set('redirectTo', here)
    if (url && /^https?:$/.test(url.protocol)) return url.href
  }
  return addresses.adminLogin(wasLoggedIn ? { redirect: here } : { redirectURL: here })
}
