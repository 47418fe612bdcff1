import { useState, type ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { CheckedContent, LinkCheckFailed, useMailedLink } from '#web/mailed-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { resetMessages } from './messages.ts'
import { RequestReceived } from './request-received.tsx'

/** A link that takes the address along without showing it in the URL. */
type LinkTo = (text: string, email: string) => ReactNode

type ForgotProps = {
  /** As typed on the page before. */
  email: string
  /** When the request was received, in milliseconds since 1970; undefined before it is made. */
  sentAt: number | undefined
  redirectUrl: string
  loginLink: LinkTo
  onSent: (email: string) => void
  onOtbrowserAddress: () => void
}

/** First the address, then what to expect; whether there is such an account is told by the mail alone. */
export function ForgotPasswordPage(props: ForgotProps) {
  const { email, sentAt, redirectUrl, loginLink, onSent, onOtbrowserAddress } = props
  const t = useMessages(resetMessages)
  const about = { email, redirectUrl, onSent }
  return (
    <>
      {sentAt === undefined ? (
        <AskForLink {...about} />
      ) : (
        <RequestReceived {...about} sentAt={sentAt} />
      )}
      <div className="quiet-actions">
        {sentAt !== undefined && (
          <Button variant="quiet" onClick={onOtbrowserAddress}>
            {t.otbrowserAddress}
          </Button>
        )}
        {loginLink(t.backToLogin, email)}
      </div>
    </>
  )
}

type ResetProps = {
  token: string | undefined
  /** Her address as the mailed link names it; empty when it does not. */
  email: string
  loginLink: LinkTo
  requestLink: LinkTo
  onDone: () => void
}

type State = 'asking' | 'done' | 'invalid'

/** Sets a password by a mailed link, be it a new one or the first. Nothing is sent before she presses. */
export function ResetPasswordPage({ token, email, loginLink, requestLink, onDone }: ResetProps) {
  const t = useMessages(resetMessages)
  const [found, retry] = useMailedLink(token, 'reset-password')
  const [state, setState] = useState<State>('asking')
  const isFirst = typeof found === 'object' && 'hasPassword' in found && !found.hasPassword
  if (state === 'done') return <Done isFirst={isFirst}>{loginLink(t.logIn, email)}</Done>
  if (state === 'invalid' || found === 'invalid') {
    return <Invalid>{requestLink(t.requestNew, email)}</Invalid>
  }
  if (found instanceof Error) {
    return (
      <>
        <PageTitle key="failed">{t.resetTitle}</PageTitle>
        <LinkCheckFailed error={found} onRetry={retry} />
      </>
    )
  }
  return (
    <CheckedContent isChecking={found === 'checking'} text={t.checking}>
      <ChoosePassword
        token={token ?? ''}
        email={email}
        link={found === 'checking' ? undefined : found}
        onInvalid={() => setState('invalid')}
        onDone={() => {
          setState('done')
          onDone()
        }}
      />
    </CheckedContent>
  )
}

function Done({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const t = useMessages(resetMessages)
  const title = isFirst ? t.firstDoneTitle : t.doneTitle
  return (
    <>
      <PageTitle key="done">{title}</PageTitle>
      <Notice kind="success">{isFirst ? t.firstDoneText : t.doneText}</Notice>
      {children}
    </>
  )
}

function Invalid({ children }: { children: ReactNode }) {
  const t = useMessages(resetMessages)
  return (
    <>
      <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
      <p>{t.invalidText}</p>
      {children}
    </>
  )
}
