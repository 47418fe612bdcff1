import { cookies } from 'next/headers'
import * as store from './sessions.mjs'

/** Who is logged in here; undefined for nobody. */
export async function currentSession() {
  return store.findSession((await cookies()).get(store.cookies.session)?.value)
}

/** 303: the browser goes there by GET. */
export function redirectTo(url, home = process.env.HOME_URL) {
  return new Response(null, { status: 303, headers: { location: new URL(url, home).href } })
}
