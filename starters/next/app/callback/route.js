import { cookies } from 'next/headers'
import { redirectTo } from '../../browser.mjs'
import { finishLogin, isEnough } from '../../portico.mjs'
import * as store from '../../sessions.mjs'

export async function GET(request) {
  const jar = await cookies()
  const login = JSON.parse(jar.get(store.cookies.login)?.value ?? 'null')
  jar.delete(store.cookies.login)
  // The user pressed "back", or followed a link of another site.
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
  // `access_denied`: the user has no access. Any other error: the portal is unreachable or rejected the request.
  const isDenied = error.error === 'access_denied'
  if (!isDenied) console.error(error)
  const text = isDenied ? 'You have no access' : 'That did not work'
  return new Response(text, { status: isDenied ? 403 : 502 })
}
