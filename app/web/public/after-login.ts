import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { getMe, type LoggedIn, type Me } from '#contract/me.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { call } from '#web/api.ts'
import { forgetLogin, rememberLogin } from '#web/device.ts'
import { loadChunk } from '#web/lazy.tsx'
import { canKeepPasskeys, signalLogin } from '#web/passkeys.ts'
import { broadcast, isLoggedOutMessage } from '#web/session.ts'
import { loadMessagesOf } from '#web/translations.ts'
import { findDestination } from '../../../features/account/home/contract.ts'
import * as links from '#contract/links.ts'
import { movedPaths, withoutSlashes } from '../public-paths.ts'
import { restartLogin } from './history.tsx'

type Destination = NonNullable<Reply<typeof findDestination>['platform']>
type Redirect = { origin: string; at: number }

const storageKey = 'goingOn'
const periodMs = 60_000
const maxRedirects = 2
const destinations = new Map<string, Promise<Destination | undefined>>()

/** Goes on with a login; first shows the offer of a passkey where the account has none and this device can keep one. */
export async function finishLogin(
  { user, passkeys, offersPasskey = false }: LoggedIn,
  search: string,
  show: (offer: ReactNode) => void,
): Promise<void> {
  rememberLogin('user')
  signalLogin(passkeys, user)
  const goOn = () => redirectAfterLogin(user, search)
  const hasNone = offersPasskey && passkeys?.credentialIds.length === 0
  if (!hasNone || !(await canKeepPasskeys())) return goOn()
  const [{ offerOf }] = await Promise.all([
    loadChunk(() => import('./passkey-offer.tsx')),
    loadMessagesOf('/parts/passkey-offer'),
  ])
  return show(offerOf(user.email, goOn))
}

/** Remembers the login and loads the page that the user wanted to reach. */
export async function redirectAfterLogin(user: Me, search: string): Promise<void> {
  rememberLogin('user')
  broadcast({ kind: 'logged-in', area: 'user' })
  location.assign(await targetAfterLogin(user, search))
}

/** Sends a user who is logged in already on to where the login leads, without a form. */
export async function redirectIfLoggedIn(search: string): Promise<void> {
  const sent = new URLSearchParams(search)
  // A platform asks for a new login (OpenID Connect Core §3.1.2.1): of the same user, or of another one.
  const prompt = sent.get('prompt')
  if (prompt === 'select_account') return
  const user = await call(getMe, {}, { background: true }).catch((error: unknown) => {
    if (isLoggedOutMessage(error)) forgetLogin('user')
  })
  if (user && prompt === 'login') fillEmail(user)
  else if (user) location.replace(await targetAfterLogin(user, search))
}

/** Shows the known address, which the user may change. */
function fillEmail({ email }: Me): void {
  const field = document.querySelector<HTMLInputElement>('input[name=email]')
  if (field?.value === '') restartLogin({ email })
}

async function targetAfterLogin(user: Me, search: string): Promise<string> {
  const sent = new URLSearchParams(search)
  const own = ownPathOf(sent.get('redirect'))
  if (own !== undefined && !isLoginPath(own)) return own
  const destination = await findPlatform(search)
  if (!destination) return withoutPlatform(sent)
  const { id, url } = destination
  const state = user.subsystems.find((each) => each.id === id)?.state ?? 'no_access'
  if (state === 'active' && countRedirect(url)) return url
  const refused = { forbidden_subsystem: id, error_type: state === 'active' ? 'loop' : state }
  return `${links.profile.path}?${new URLSearchParams(refused)}`
}

function isLoginPath(own: string): boolean {
  const plain = withoutSlashes(new URL(own, location.origin).pathname.toLowerCase()) || '/'
  return (movedPaths[plain] ?? plain) === links.login.path
}

/** Home, or the page with the notice of a platform that sent the user back. */
function withoutPlatform(sent: URLSearchParams): string {
  const notice = [...sent].filter(([name]) => ['forbidden_subsystem', 'error_type'].includes(name))
  return notice.length > 0
    ? `${links.profile.path}?${new URLSearchParams(notice)}`
    : links.home.path
}

function findPlatform(search: string): Promise<Destination | undefined> {
  const url = new URLSearchParams(search).get('redirect_url') ?? ''
  if (url === '') return Promise.resolve(undefined)
  const known = destinations.get(url)
  if (known) return known
  const found = call(findDestination, { query: { url } }).then(
    ({ platform }) => platform ?? undefined,
    () => {
      destinations.delete(url)
      return undefined
    },
  )
  destinations.set(url, found)
  return found
}

/** False when this tab was sent to the platform twice within a minute: the platform redirects back in a loop. */
function countRedirect(url: string): boolean {
  const { origin } = new URL(url)
  const now = Date.now()
  const recent = readRedirects().filter(({ at }) => now - at < periodMs)
  if (recent.filter((redirect) => redirect.origin === origin).length >= maxRedirects) return false
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...recent, { origin, at: now }]))
  } catch {
    // Without storage loops are not detected.
  }
  return true
}

function readRedirects(): Redirect[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? (stored as Redirect[]) : []
  } catch {
    return []
  }
}
