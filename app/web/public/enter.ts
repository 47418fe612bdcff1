import type { Me } from '#contract/me.ts'
import { rememberLogin } from '#web/device.ts'
import { allowedUrlOf, ownPathOf } from '#web/redirect.ts'
import { settings } from '#web/settings.ts'
import { paths } from '../addresses.ts'

/** After a login: remembered here, and on by a full load to where she wanted to go. */
export function enter(user: Me, search: string): void {
  rememberLogin('user')
  location.assign(targetAfterLogin(user, search))
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
  if (!platform || platform.state === 'active') return url
  const refused = { forbidden_subsystem: platform.id, error_type: platform.state }
  return `${paths.profile}?${new URLSearchParams(refused)}`
}
