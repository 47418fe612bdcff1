import { useEffect, useState } from 'react'
import { login, withEmail } from '#contract/links.ts'
import { focusEmpty } from '#web/first-focus.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/parts/human-check.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { requestReset } from './contract.ts'
import { resetMessages } from './texts/messages.ts'

const resendAfterMs = 60_000

/** Destination of the login after the reset, as in the body of `requestReset`; empty if unknown. */
type Targets = { redirectUrl: string; redirect: string }

type ForgotProps = {
  /** Address that the user typed on the previous page. */
  email: string
  /** Time of the request in milliseconds since 1970; undefined before it is made. */
  sentAt: number | undefined
  targets: Targets
  onSent: (email: string) => void
  onOtherAddress: () => void
}

/** Asks for the email address, then explains the next step. Only the mail reveals whether the account exists. */
export function ForgotPasswordPage(props: ForgotProps) {
  const { email, sentAt, targets, onSent, onOtherAddress } = props
  const t = useMessages(resetMessages)
  const request = { email, targets, onSent }
  const toLogin = login({ redirect_url: targets.redirectUrl, redirect: targets.redirect })
  return (
    <>
      {sentAt === undefined ? (
        <AskForLink {...request} />
      ) : (
        <RequestReceived {...request} sentAt={sentAt} />
      )}
      <div className="quiet-actions">
        {sentAt !== undefined && (
          <Button variant="quiet" onClick={onOtherAddress}>
            {t.otherAddress}
          </Button>
        )}
        <ButtonTo to={withEmail(toLogin, email)} kind="quiet">
          {t.backToLogin}
        </ButtonTo>
      </div>
    </>
  )
}

type RequestProps = { email: string; targets: Targets; onSent: (email: string) => void }

function AskForLink({ email, targets, onSent }: RequestProps) {
  const t = useMessages(resetMessages)
  const form = useForm(requestReset, t, {
    initial: { email, ...targets, humanCheck: '' },
    onDone: (_, input) => onSent(String(input.email).trim()),
  })

  // The focus also starts the human check, so that it is done when the address is typed.
  useEffect(() => focusEmpty(document.getElementById(form.id), 'body, h1'), [form.id])

  return (
    <>
      <PageTitle key="ask">{t.forgotTitle}</PageTitle>
      <p>{t.forgotText}</p>
      <Form form={form}>
        <TextField form={form} name="email" type="email" autoComplete="username" />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{t.send}</SubmitButton>
      </Form>
    </>
  )
}

function RequestReceived({ email, sentAt, targets, onSent }: RequestProps & { sentAt: number }) {
  const t = useMessages(resetMessages)
  const [isResent, setResent] = useState(false)
  const seconds = useSecondsUntil(sentAt + resendAfterMs)
  return (
    <>
      <PageTitle key="sent">{t.sentTitle}</PageTitle>
      <Notice kind="success">
        <p>
          <TextWithEmail text={t.sentText} email={email} />
        </p>
      </Notice>
      <ul className="marked hint">
        <li>{t.junk}</li>
        <li>{t.latestOnly}</li>
      </ul>
      <p role="status" className={isResent ? undefined : 'visually-hidden'}>
        {isResent && seconds > 0 && t.resent}
      </p>
      {seconds > 0 ? (
        <WaitToResend seconds={seconds} />
      ) : (
        <ResendForm
          key={sentAt}
          email={email}
          targets={targets}
          onSent={() => {
            setResent(true)
            onSent(email)
          }}
        />
      )}
    </>
  )
}

function WaitToResend({ seconds }: { seconds: number }) {
  const t = useMessages(resetMessages)
  return <p>{t.waitToResend({ seconds })}</p>
}

function ResendForm({ email, targets, onSent }: RequestProps) {
  const t = useMessages(resetMessages)
  const form = useForm(requestReset, t, {
    initial: { email, ...targets, humanCheck: '' },
    onDone: () => onSent(email),
  })
  return (
    <Form form={form}>
      <HumanCheck form={form} name="humanCheck" isOnly />
      <SubmitButton form={form}>{t.resend}</SubmitButton>
    </Form>
  )
}
