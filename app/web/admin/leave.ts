import { errorCodes, Refusal } from '#contract/refusal.ts'
import { isLoggedIn, mayBeLoggedIn } from '#web/device.ts'
import { addresses } from '../addresses.ts'
import { leave } from '../leave.ts'

/** Nobody is logged in any more: to wherever admins log in, and from there back to this page. */
export function leaveAdmin(error: unknown, here: string): void {
  leave('admin', loginAddress(error, here, mayBeLoggedIn('admin') || isLoggedIn('admin')))
}

/**
 * The identity provider's way in where the server names it (requirement ER-01); else the login, with
 * `redirect` for whoever was inside (ER-02) and `redirectURL` for whoever comes from outside (RT-27).
 */
export function loginAddress(error: unknown, here: string, wasInside: boolean): string {
  if (error instanceof Refusal && error.code === errorCodes.adminNotLoggedIn && error.redirectTo) {
    const url = URL.canParse(error.redirectTo) ? new URL(error.redirectTo) : undefined
    url?.searchParams.set('redirectTo', here)
    if (url && /^https?:$/.test(url.protocol)) return url.href
  }
  return addresses.adminLogin(wasInside ? { redirect: here } : { redirectURL: here })
}
