import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { getMe, type LoggedIn, type Me } from '#contract/me.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { call } from '#web/api.ts'
import { forgetLogin, rememberLogin } from '#web/browser-storage.ts'
import { loadChunk } from '#web/lazy.tsx'
import { signalLogin } from '#web/passkey-owner.ts'
import { canKeepPasskeys } from '#web/passkeys.ts'
import { broadcast, isLoggedOutError } from '#web/session.ts'
import { loadMessagesOf } from '#web/translations.ts'
import { findDestination } from '../../../features/account/home/contract.ts'
import * as links from '#contract/links.ts'
import { movedPaths, withoutSlashes } from '../public-paths.ts'
import { restartLogin } from './history.tsx'

type Destination = NonNullable<Reply<typeof findDestination>['platform']>
type Redirect = { origin: string; at: number }

const storageKey = 'goingOn'
/** Milliseconds within which redirects to one platform are counted. */
const periodMs = 60_000
const maxRedirects = 2
/** Requests by `redirect_url`, so that each URL is looked up once. */
const destinations = new Map<string, Promise<Destination | undefined>>()

/** Finishes a login. If the account has no passkey and this device can store one, first offers to create it. */
export async function finishLogin(
  { user, passkeys, offersPasskey = false }: LoggedIn,
  search: string,
  show: (offer: ReactNode) => void,
): Promise<void> {
  rememberLogin('user')
  signalLogin(passkeys, user)
  const continueToTarget = () => redirectAfterLogin(user, search)
  const isOfferDue = offersPasskey && passkeys?.credentialIds.length === 0
  if (!isOfferDue || !(await canKeepPasskeys())) return continueToTarget()
  const [{ passkeyOffer }] = await Promise.all([
    loadChunk(() => import('./passkey-offer.tsx')),
    loadMessagesOf('/parts/passkey-offer'),
  ])
  return show(passkeyOffer(user.email, continueToTarget))
}

/** Remembers the login and loads the page that the user wanted to reach. */
export async function redirectAfterLogin(user: Me, search: string): Promise<void> {
  rememberLogin('user')
  broadcast({ kind: 'logged-in', area: 'user' })
  location.assign(await targetAfterLogin(user, search))
}

/** Redirects a user who is already logged in to the target of the login, without a form. */
export async function redirectIfLoggedIn(search: string): Promise<void> {
  const params = new URLSearchParams(search)
  // A platform may ask for a new login (OpenID Connect Core §3.1.2.1), of the same user or of another one.
  const prompt = params.get('prompt')
  if (prompt === 'select_account') return
  const user = await call(getMe, {}, { background: true }).catch((error: unknown) => {
    if (isLoggedOutError(error)) forgetLogin('user')
  })
  if (user && prompt === 'login') fillEmail(user)
  else if (user) location.replace(await targetAfterLogin(user, search))
}

/** Fills in the email address, which the user may change. */
function fillEmail({ email }: Me): void {
  const field = document.querySelector<HTMLInputElement>('input[name=email]')
  if (field?.value === '') restartLogin({ email })
}

async function targetAfterLogin(user: Me, search: string): Promise<string> {
  const params = new URLSearchParams(search)
  const ownPath = ownPathOf(params.get('redirect'))
  if (ownPath !== undefined && !isLoginPath(ownPath)) return ownPath
  const destination = await findPlatform(search)
  if (!destination) return pathWithoutPlatform(params)
  const { id, url } = destination
  const state = user.subsystems.find((each) => each.id === id)?.state ?? 'no_access'
  if (state === 'active' && countRedirect(url)) return url
  const notice = { forbidden_subsystem: id, error_type: state === 'active' ? 'loop' : state }
  return `${links.profile.path}?${new URLSearchParams(notice)}`
}

function isLoginPath(ownPath: string): boolean {
  const plainPath = withoutSlashes(new URL(ownPath, location.origin).pathname.toLowerCase()) || '/'
  return (movedPaths[plainPath] ?? plainPath) === links.login.path
}

/** Returns the path of the home page, or of the page with the notice of a platform that sent the user back. */
function pathWithoutPlatform(params: URLSearchParams): string {
  const notice = [...params].filter(([name]) =>
    ['forbidden_subsystem', 'error_type'].includes(name),
  )
  return notice.length > 0
    ? `${links.profile.path}?${new URLSearchParams(notice)}`
    : links.home.path
}

/** Returns the platform of `redirect_url`; undefined without that parameter, for an unknown URL, or after an error. */
function findPlatform(search: string): Promise<Destination | undefined> {
  const url = new URLSearchParams(search).get('redirect_url') ?? ''
  if (url === '') return Promise.resolve(undefined)
  const pending = destinations.get(url)
  if (pending) return pending
  const request = call(findDestination, { query: { url } }).then(
    ({ platform }) => platform ?? undefined,
    () => {
      destinations.delete(url)
      return undefined
    },
  )
  destinations.set(url, request)
  return request
}

/**
 * Counts a redirect to a platform. Returns false if this tab was sent to it twice within a minute: the platform
 * redirects back in a loop.
 */
function countRedirect(url: string): boolean {
  const { origin } = new URL(url)
  const now = Date.now()
  const recent = readRedirects().filter(({ at }) => now - at < periodMs)
  if (recent.filter((redirect) => redirect.origin === origin).length >= maxRedirects) return false
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...recent, { origin, at: now }]))
  } catch {
    // Without storage, loops are not detected.
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
