import { useState } from 'react'
import type { Me } from '#contract/me.ts'
import { forgetLogin, rememberLogin, type Area } from '#web/browser-storage.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { lazyPart, loadChunk } from '#web/lazy.tsx'
import { forgetToken, isLinkEntry, linkUser, oneTimeToken } from '#web/one-time-token.ts'
import type { ContactPointPage } from '../../../features/account/contact-points/verify-page.tsx'
import type { Secured } from '../../../features/account/lost-device/contract.ts'
import type { StopRecoveryPage } from '../../../features/account/lost-device/stop-page.tsx'
import type { ForgotPasswordPage } from '../../../features/account/password/forgot-password-page.tsx'
import type {
  ResetPasswordPage,
  SetPassword,
} from '../../../features/account/password/reset-password-page.tsx'
import type { ResetTwoFactorPage } from '../../../features/account/recovery/page.tsx'
import type { RecoverPage } from '../../../features/account/recovery/recover-page.tsx'
import type { LogMeOutPage } from '../../../features/account/sessions/log-me-out-page.tsx'
import type { AdminSetUpPage } from '../../../features/account/sign-up/admin-set-up-page.tsx'
import type { SignUpPage } from '../../../features/account/sign-up/page.tsx'
import type { UndoableChange } from '#contract/link.ts'
import * as links from '#contract/links.ts'
import { sentMark } from '../public-paths.ts'
import {
  redirectUrlOf,
  setHistoryState,
  targetsOf,
  useHistoryState,
  useSearch,
} from './history.tsx'

const JoiningSteps = lazyPart(
  async () => (await import('./joining-steps.tsx')).JoiningSteps,
  '/parts/joining',
)

/** Redirects after a login. The code is loaded only now, because only the last step needs it. */
async function redirectUser(user: Me, search: string): Promise<void> {
  const { redirectAfterLogin } = await loadChunk(() => import('./after-login.ts'))
  await redirectAfterLogin(user, search)
}

/** State in the history entry of /sign-up once the password is set. */
const setUpStep = 'configure-mfa'

export function SignUpScreen({ Page }: { Page: typeof SignUpPage }) {
  const { search, user, redirect_url, state, link } = useLinkToken(links.signup.path)
  const loginUrl = links.hrefOf(links.login({ redirect_url }))

  if (state.step === setUpStep) {
    return <JoiningSteps search={search} onExpired={() => location.assign(loginUrl)} />
  }
  return (
    <Page
      {...link}
      invited={user}
      loginUrl={loginUrl}
      onDone={() => {
        forgetToken(links.signup.path)
        setHistoryState({ step: setUpStep }, { replace: true })
      }}
    />
  )
}

export function ForgotPasswordScreen({ Page }: { Page: typeof ForgotPasswordPage }) {
  const targets = targetsOf(useSearch())
  const { email, sentAt } = sentRequestOf(useHistoryState())

  // The first request keeps the form with the typed address as an entry of the history, to which Back leads.
  function onSent(typed: string): void {
    if (sentAt === undefined) setSentRequest({ email: typed }, { replace: true })
    setSentRequest({ email: typed, sentAt: Date.now() }, { replace: sentAt !== undefined })
  }

  return (
    <Page
      key={email}
      email={email}
      sentAt={sentAt}
      targets={{ redirectUrl: targets.redirect_url, redirect: targets.redirect }}
      onSent={onSent}
      onOtherAddress={() => setSentRequest({ email: '' })}
    />
  )
}

export function ResetPasswordScreen({ Page }: { Page: typeof ResetPasswordPage }) {
  const { user, redirect_url, state, link, finish } = useLinkToken(links.resetPassword.path)
  return (
    <Page
      {...link}
      done={state.done}
      email={user}
      redirectUrl={redirect_url}
      onDone={(done) => finish('user', done)}
    />
  )
}

export function ResetTwoFactorScreen({ Page }: { Page: typeof ResetTwoFactorPage }) {
  const { search, redirect_url, state, link } = useLinkToken(links.reset2fa.path)
  // Without a link, the page serves a user who is logged in.
  const isLink = link.token !== undefined || isLinkEntry(state)
  return (
    <Page
      {...link}
      isLost={link.isLost && isLink}
      loginUrl={links.hrefOf(
        links.login(isLink ? { redirect_url } : { redirect: links.reset2fa.path }),
      )}
      onLoggedIn={() => {
        forgetToken(links.reset2fa.path)
        rememberLogin('user')
      }}
      onDone={(user) =>
        user ? void redirectUser(user, search) : location.assign(links.security.path)
      }
    />
  )
}

export function LogMeOutScreen({ Page }: { Page: typeof LogMeOutPage }) {
  const { redirect_url, state, link, finish } = useLinkToken(links.logMeOut.path)
  return (
    <Page
      {...link}
      done={state.done}
      loginUrl={links.hrefOf(links.login({ redirect_url }))}
      changePasswordUrl={links.hrefOf(links.forgotPassword({ redirect_url }))}
      onDone={(undone) => finish('user', { isFirst: false, ...(undone && { undone }) })}
    />
  )
}

export function RecoverScreen({ Page }: { Page: typeof RecoverPage }) {
  const { search, redirect_url, link } = useLinkToken(links.recover.path)
  return (
    <Page
      {...link}
      loginUrl={links.hrefOf(links.login({ redirect_url }))}
      onLoggedIn={() => {
        forgetToken(links.recover.path)
        rememberLogin('user')
      }}
      onDone={(user) => user && void redirectUser(user, search)}
    />
  )
}

export function StopRecoveryScreen({ Page }: { Page: typeof StopRecoveryPage }) {
  const { state, link } = useLinkToken(links.stopRecovery.path)
  const secured = securedStates.find((each) => each === state.step)
  return (
    <Page
      {...link}
      secured={secured}
      onSecured={(step) => {
        forgetToken(links.stopRecovery.path)
        forgetLogin('user')
        setHistoryState({ step }, { replace: true })
      }}
    />
  )
}

/** States in the history entry of /stop once its link is used up. */
const securedStates: readonly Secured[] = ['secured', 'locked']

export function ContactPointScreen({ Page }: { Page: typeof ContactPointPage }) {
  const { state, link } = useLinkToken(links.contactPoint.path)
  return (
    <Page
      {...link}
      isDone={state.step === 'confirmed'}
      onDone={() => {
        forgetToken(links.contactPoint.path)
        setHistoryState({ step: 'confirmed' }, { replace: true })
      }}
    />
  )
}

export function AdminSetUpScreen({ Page }: { Page: typeof AdminSetUpPage }) {
  const { state, link, finish } = useLinkToken(links.adminSetUp.path)
  return <Page {...link} isDone={state.done !== undefined} onDone={() => finish('admin')} />
}

/** State in the history entry of a link's page. `done` is set at the end; only the password page reads `isFirst`. */
type LinkState = { step?: string; done?: SetPassword & { undone?: UndoableChange } }

/**
 * Returns the token of a mailed link, the query next to it, and `finish`, which ends the page: its final state survives
 * a reload. `isLost` is true if the page was opened without a token.
 */
function useLinkToken(base: string) {
  const search = useSearch()
  const state = (useHistoryState() ?? {}) as LinkState
  const [token] = useState(() => oneTimeToken(base))
  const [user] = useState(() => linkUser(base))
  const finish = (area: Area, done: LinkState['done'] = { isFirst: false }) => {
    forgetToken(base)
    forgetLogin(area)
    setHistoryState({ done }, { replace: true })
  }
  // Only after hydration, because the prerendered page knows no token either.
  const link = { token, isLost: useAfterHydration(() => token === undefined) }
  return { search, user, redirect_url: redirectUrlOf(search), state, link, finish }
}

/**
 * Request for a reset, kept in the history entry so that Back leads to the form as it was. `sentMark` in the URL shows
 * the server which of the two views a reload needs.
 */
type SentRequest = { email: string; sentAt?: number }

function setSentRequest(request: SentRequest, { replace = false } = {}): void {
  const url = new URL(location.href)
  if (request.sentAt === undefined) url.searchParams.delete(sentMark)
  else url.searchParams.set(sentMark, '1')
  setHistoryState(request, { replace, url: url.href })
}

function sentRequestOf(state: unknown): SentRequest {
  const { email = '', sentAt } = (state ?? {}) as Partial<SentRequest>
  return { email, ...(sentAt !== undefined && { sentAt }) }
}
