import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useSecondsUntil } from '#web/ui/countdown.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/ui/human-check.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { requestReset } from './contract.ts'
import { resetMessages } from './messages.ts'

type Props = {
  email: string
  sentAt: number
  redirectUrl: string
  onSent: (email: string) => void
}

const pauseMs = 60_000

export function RequestReceived({ email, sentAt, redirectUrl, onSent }: Props) {
  const t = useMessages(resetMessages)
  const [isAgain, setAgain] = useState(false)
  const seconds = useSecondsUntil(sentAt + pauseMs)
  return (
    <>
      <PageTitle key="sent">{t.sentTitle}</PageTitle>
      <Notice kind="success">
        <WithAddress text={t.sentText} email={email} />
      </Notice>
      <p>{t.junk}</p>
      <p>{t.latestOnly}</p>
      <p role="status" className={isAgain ? undefined : 'visually-hidden'}>
        {isAgain && seconds > 0 && t.resent}
      </p>
      {seconds > 0 ? (
        <Wait seconds={seconds} />
      ) : (
        <Again
          key={sentAt}
          email={email}
          redirectUrl={redirectUrl}
          onSent={() => {
            setAgain(true)
            onSent(email)
          }}
        />
      )}
    </>
  )
}

function Wait({ seconds }: { seconds: number }) {
  const t = useMessages(resetMessages)
  const shared = useMessages(fieldMessages)
  const time = fill(shared.onlySeconds, { seconds })
  return <p>{fill(t.waitToResend, { time })}</p>
}

function Again({ email, redirectUrl, onSent }: Omit<Props, 'sentAt'>) {
  const t = useMessages(resetMessages)
  const form = useForm(requestReset, t, {
    empty: { email, redirectUrl, humanCheck: '' },
    onDone: () => onSent(email),
  })
  return (
    <Form form={form}>
      <HumanCheck form={form} name="humanCheck" isOnly />
      <SubmitButton form={form}>{t.resend}</SubmitButton>
    </Form>
  )
}

function WithAddress({ text, email }: { text: string; email: string }): ReactNode {
  const [before, after] = text.split('{email}')
  return (
    <p>
      {before}
      <bdi>
        <b>{email}</b>
      </bdi>
      {after}
    </p>
  )
}
