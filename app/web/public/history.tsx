import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createListeners } from '#web/listeners.ts'
import { oneTimeToken } from '#web/one-time-token.ts'

/** A step of a login. All steps share one URL; Back returns to the previous step. */
export type LoginStep = {
  step: 'password' | 'verify-mfa' | 'password-after-passkey' | 'configure-mfa' | 'lost-device'
  email: string
  /** True on the password step after a login attempt expired; the page then shows a notice. */
  isExpired?: boolean
  /** True if the second step accepts a passkey. */
  takesPasskey?: boolean
  /** True if the second step begins with a recovery code. */
  byRecoveryCode?: boolean
}

const changes = createListeners('popstate')

/** Returns the query of this page; empty while hydrating, since the server renders each page without one. */
export function useSearch(): string {
  return useSyncExternalStore(
    changes.listen,
    () => location.search,
    () => '',
  )
}

/** Returns the address of the platform that the login leads to; empty without one. */
export function redirectUrlOf(search: string): string {
  return new URLSearchParams(search).get('redirect_url') ?? ''
}

/**
 * Returns the targets of a login: a platform's address, and a path of the portal, such as the path of a single sign-on
 * request. A target that the query lacks is empty.
 */
export function targetsOf(search: string): { redirect_url: string; redirect: string } {
  const redirect = new URLSearchParams(search).get('redirect') ?? ''
  return { redirect_url: redirectUrlOf(search), redirect }
}

/** Returns the state in this page's history entry, such as the step of the login; null while hydrating. */
export function useHistoryState(): unknown {
  return useSyncExternalStore(
    changes.listen,
    () => history.state as unknown,
    () => null,
  )
}

/** Sets the state of this page's history entry, in a new entry unless `replace` is set. */
export function setHistoryState(
  state: unknown,
  { replace = false, url = location.href }: { replace?: boolean; url?: string } = {},
): void {
  if (replace) history.replaceState(state, '', url)
  else history.pushState(state, '', url)
  inTransition(changes.notify)
}

/**
 * Runs an update with a transition from one step to the next, unless the user prefers reduced motion
 * (layout.module.css).
 */
function inTransition(update: () => void): void {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  // Some browsers have no transitions.
  const { startViewTransition } = document as Partial<Document>
  if (prefersReducedMotion || !startViewTransition) return update()
  const { ready } = startViewTransition.call(document, () => flushSync(update))
  // Rejected if the page is hidden or the next transition begins. The update happens nevertheless.
  ready.catch(() => undefined)
}

/** Returns the step in the history entry; without one, the password step with `email` filled in. */
export function useLoginStep(email = ''): LoginStep {
  const state = useHistoryState() as Partial<LoginStep> | null
  const isKnown = state?.step !== undefined && typeof state.email === 'string'
  return isKnown ? (state as LoginStep) : { step: 'password', email }
}

export function restartLogin(state: Partial<LoginStep> = {}): void {
  setHistoryState({ step: 'password', email: '', ...state }, { replace: true })
}

/** Opens a later step. Back returns to the first one, with the email address filled in. */
export function continueLogin(
  step: LoginStep['step'],
  email: string,
  methods: readonly string[] = [],
): void {
  history.replaceState({ step: 'password', email }, '')
  setHistoryState({ step, email, takesPasskey: methods.includes('passkey') })
}

/** Moves the email address from the fragment into the history entry. */
export function receiveEmail(): void {
  const email = oneTimeToken('email')
  if (email !== undefined) history.replaceState({ step: 'password', email }, '')
}
