import { getMe, type Me } from '#contract/me.ts'
import { isLoggedIn, rememberLogin } from '#web/device.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { call } from '#web/api.ts'
import { broadcast } from '#web/session.ts'
import { paths } from '../addresses.ts'
import { destinationOf } from './destination.ts'
import { mayGoOn } from './going-on.ts'

/** After a login: remembered here, and on by a full load to where she wanted to go. */
export async function enter(user: Me, search: string): Promise<void> {
  rememberLogin('user')
  broadcast({ kind: 'logged-in', area: 'user' })
  location.assign(await targetAfterLogin(user, search))
}

/** Who is logged in already needs no form on the way to a platform. */
export async function enterAgain(search: string): Promise<void> {
  // Who wants a fresh login sends a path of the portal along, and is not to be sent straight back.
  if (new URLSearchParams(search).has('redirect')) return
  // Without a hint of a session the question would only be an error on the console.
  if (!isLoggedIn('user') || !(await destinationOf(search))) return
  const user = await call(getMe, {}, { background: true }).catch(() => undefined)
  if (user) location.replace(await targetAfterLogin(user, search))
}

async function targetAfterLogin(user: Me, search: string): Promise<string> {
  const own = ownPathOf(new URLSearchParams(search).get('redirect'))
  if (own !== undefined) return own
  const destination = await destinationOf(search)
  if (!destination) return paths.profile
  const { id, url } = destination
  const state = user.subsystems.find((each) => each.id === id)?.state ?? 'no_access'
  if (state === 'active' && mayGoOn(url)) return url
  const refused = { forbidden_subsystem: id, error_type: state === 'active' ? 'loop' : state }
  return `${paths.profile}?${new URLSearchParams(refused)}`
}
