import { cookies } from 'next/headers'
import { currentSession, redirectTo } from '../../browser.mjs'
import { logoutUrl } from '../../portico.mjs'
import * as store from '../../sessions.mjs'

export async function POST() {
  const session = await currentSession()
  const jar = await cookies()
  store.endSession(jar.get(store.cookies.session)?.value)
  jar.delete(store.cookies.session)
  return redirectTo(await logoutUrl(session))
}
