import { cookies } from 'next/headers'
import * as store from './sessions.mjs'

/** Returns the session of this browser; undefined if no user is logged in. */
export async function currentSession() {
  return store.findSession((await cookies()).get(store.cookies.session)?.value)
}

/** Redirects with 303, so that the browser requests the URL by GET. */
export function redirectTo(url, home = process.env.HOME_URL) {
  return new Response(null, { status: 303, headers: { location: new URL(url, home).href } })
}
