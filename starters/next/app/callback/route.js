import { cookies } from 'next/headers'
import { redirectTo } from '../../browser.mjs'
import { finishLogin, isEnough } from '../../portico.mjs'
import * as store from '../../sessions.mjs'

export async function GET(request) {
  const jar = await cookies()
  const login = JSON.parse(jar.get(store.cookies.login)?.value ?? 'null')
  jar.delete(store.cookies.login)
  // Pressing "back", or a link of a foreign page.
  if (!login) return redirectTo('/')
  const session = await finishLogin(request.nextUrl.search, login.checks).catch((error) => error)
  if (session instanceof Error) return failed(session)
  store.endSession(jar.get(store.cookies.session)?.value)
  jar.set(store.cookies.session, store.openSession(session), store.cookies.options)
  if (login.isStepUp && !isEnough(session))
    return new Response('This takes a second factor', { status: 403 })
  return redirectTo(login.isStepUp ? '/payments' : '/')
}

function failed(error) {
  // The user may not come here. Otherwise the portal was not reached, or refused the request.
  const isRefused = error.error === 'access_denied'
  if (!isRefused) console.error(error)
  const words = isRefused ? 'You have no access' : 'That did not work'
  return new Response(words, { status: isRefused ? 403 : 502 })
}
