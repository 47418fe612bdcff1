import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { ForgotPasswordPage } from '../../../features/account/password/page.tsx'
import { addresses, sentMark } from '../addresses.ts'
import { emailLink } from './email-link.tsx'
import { useSearch } from './search.ts'

/**
 * The history holds the address and when it was sent, so that Back leads to the form as it was; the address
 * tells the server that the form is not what she was at, so that it is not shown when she loads the page again.
 */
type State = { email: string; sentAt?: number }

export function ForgotPasswordScreen() {
  const redirect_url = new URLSearchParams(useSearch()).get('redirect_url') ?? ''
  const { email, sentAt } = stateOf(useHistoryState())

  function noteSent(typed: string): void {
    if (sentAt === undefined) go({ email: typed }, true)
    go({ email: typed, sentAt: Date.now() }, sentAt !== undefined)
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
  const url = new URL(location.href)
  if (state.sentAt === undefined) url.searchParams.delete(sentMark)
  else url.searchParams.set(sentMark, '1')
  navigate(url.href, { state, replace })
}

function stateOf(state: unknown): State {
  const { email, sentAt } = (state ?? {}) as Partial<State>
  return {
    email: typeof email === 'string' ? email : '',
    ...(typeof sentAt === 'number' && { sentAt }),
  }
}
