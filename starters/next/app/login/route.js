import { cookies } from 'next/headers'
import { redirectTo } from '../../browser.mjs'
import { startLogin, stepUp } from '../../portico.mjs'
import * as store from '../../sessions.mjs'

export async function GET(request) {
  const query = request.nextUrl.searchParams
  const isStepUp = query.has('step-up')
  // With `prompt=none`, the portal shows no page and only reports whether the user is logged in and has access.
  const prompt = query.get('prompt') === 'none' ? { prompt: 'none' } : {}
  const { url, checks } = await startLogin(isStepUp ? stepUp : prompt)
  const jar = await cookies()
  jar.set(store.cookies.login, JSON.stringify({ checks, isStepUp }), store.cookies.options)
  return redirectTo(url)
}
