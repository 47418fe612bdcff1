import { getMe, type Me } from '#contract/me.ts'
import { isLoggedIn, rememberLogin } from '#web/device.ts'
import { allowedUrlOf, ownPathOf } from '#contract/redirect.ts'
import { call } from '#web/api.ts'
import { tellTabs } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { paths } from '../addresses.ts'
import { mayGoOn } from './going-on.ts'

/** After a login: remembered here, and on by a full load to where she wanted to go. */
export function enter(user: Me, search: string): void {
  rememberLogin('user')
  tellTabs({ kind: 'logged-in', area: 'user' })
  location.assign(targetAfterLogin(user, search))
}

/** Who is logged in already needs no form on the way to a platform. */
export async function enterAgain(search: string): Promise<void> {
  const target = allowedUrlOf(new URLSearchParams(search).get('redirect_url'), platformUrls())
  // Without a hint of a session the question would only be an error on the console.
  if (target === undefined || !isLoggedIn('user')) return
  const user = await call(getMe, {}, { background: true }).catch(() => undefined)
  if (user) location.replace(targetAfterLogin(user, search))
}

export function platformUrls(): string[] {
  const { businessHubUrl, onboardingUrl, sandboxBusinessHubUrl } = settings()
  return [businessHubUrl, onboardingUrl, sandboxBusinessHubUrl]
}

function targetAfterLogin(user: Me, search: string): string {
  const sent = new URLSearchParams(search)
  const own = ownPathOf(sent.get('redirect'))
  if (own !== undefined) return own
  const url = allowedUrlOf(sent.get('redirect_url'), platformUrls())
  if (url === undefined) return paths.profile
  const platform = user.subsystems.find(
    (each) => URL.canParse(each.url) && new URL(each.url).origin === new URL(url).origin,
  )
  const isOpen = !platform || platform.state === 'active'
  if (isOpen && mayGoOn(url)) return url
  const refused = {
    ...(platform && { forbidden_subsystem: platform.id }),
    error_type: isOpen ? 'loop' : platform.state,
  }
  return `${paths.profile}?${new URLSearchParams(refused)}`
}
