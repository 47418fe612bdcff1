import { useState } from 'react'
import { forgetLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { ForgotPasswordPage } from '../../../features/account/password/forgot-password-page.tsx'
import { ResetPasswordPage } from '../../../features/account/password/reset-password-page.tsx'
import { addresses, paths, sentMark } from '../addresses.ts'
import { emailLink, setHistoryState, useHistoryState, useSearch } from './history.tsx'

/**
 * Kept in the history entry, so that Back leads to the form as it was. `sentMark` in the URL tells the server
 * which of the two views a reload shows.
 */
type State = { email: string; sentAt?: number }

export function ForgotPasswordScreen() {
  const redirect_url = new URLSearchParams(useSearch()).get('redirect_url') ?? ''
  const { email, sentAt } = stateOf(useHistoryState())

  function onSent(typed: string): void {
    if (sentAt === undefined) setState({ email: typed }, true)
    setState({ email: typed, sentAt: Date.now() }, sentAt !== undefined)
  }

  return (
    <ForgotPasswordPage
      key={email}
      email={email}
      sentAt={sentAt}
      redirectUrl={redirect_url}
      loginLink={emailLink(addresses.login({ redirect_url }), 'quiet-button')}
      onSent={onSent}
      onOtherAddress={() => setState({ email: '' }, false)}
    />
  )
}

export function ResetPasswordScreen() {
  const search = new URLSearchParams(useSearch())
  const [token] = useState(() => oneTimeToken(paths.resetPassword))
  const redirect_url = search.get('redirect_url') ?? ''
  return (
    <ResetPasswordPage
      token={token}
      email={search.get('user') ?? ''}
      loginLink={emailLink(addresses.login({ redirect_url }), 'primary-button')}
      requestLink={emailLink(addresses.forgotPassword({ redirect_url }), 'primary-button')}
      onDone={() => {
        forgetToken(paths.resetPassword)
        forgetLogin('user')
      }}
    />
  )
}

function setState(state: State, replace: boolean): void {
  const url = new URL(location.href)
  if (state.sentAt === undefined) url.searchParams.delete(sentMark)
  else url.searchParams.set(sentMark, '1')
  setHistoryState(state, { replace, url: url.href })
}

function stateOf(state: unknown): State {
  const { email, sentAt } = (state ?? {}) as Partial<State>
  return {
    email: typeof email === 'string' ? email : '',
    ...(typeof sentAt === 'number' && { sentAt }),
  }
}
