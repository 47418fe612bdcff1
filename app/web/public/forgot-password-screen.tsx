import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { ForgotPasswordPage } from '../../../features/reset-password/page.tsx'
import { addresses } from '../addresses.ts'
import { emailLink } from './email-link.tsx'
import { useSearch } from './search.ts'

/** The history holds the address and when it was sent, so that Back leads to the form as it was. */
type State = { email: string; sentAt?: number }

export function ForgotPasswordScreen() {
  const redirect_url = new URLSearchParams(useSearch()).get('redirect_url') ?? ''
  const { email, sentAt } = stateOf(useHistoryState())

  function noteSent(typed: string): void {
    const sent: State = { email: typed, sentAt: Date.now() }
    if (sentAt === undefined) go({ email: typed }, true)
    go(sent, sentAt !== undefined)
  }

  return (
    <ForgotPasswordPage
      email={email}
      sentAt={sentAt}
      redirectUrl={redirect_url}
      loginLink={emailLink(addresses.login({ redirect_url }), 'quiet-button')}
      onSent={noteSent}
      onOtherAddress={() => go({ email: '' }, false)}
    />
  )
}

function go(state: State, replace: boolean): void {
  navigate(location.href, { state, replace })
}

function stateOf(state: unknown): State {
  const { email, sentAt } = (state ?? {}) as Partial<State>
  return {
    email: typeof email === 'string' ? email : '',
    ...(typeof sentAt === 'number' && { sentAt }),
  }
}
