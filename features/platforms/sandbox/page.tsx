import { useEffect, useState } from 'react'
import { fill } from '#contract/locale.ts'
import { getMe, type Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { logInToSandbox } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  /** What came behind the #: read by the server, here only the address in it. */
  token: string
  onDone: (user: Me) => void
  onOther: () => void
}

/** Nothing happens until she presses: nobody is logged in by a link that somebody else made. */
export function SandboxLoginPage({ token, onDone, onOther }: Props) {
  const t = useMessages(messages)
  const [isInvalid, setInvalid] = useState(false)
  const email = emailIn(token)
  if (isInvalid || email === undefined) {
    return (
      <>
        <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
        <p>{t.invalid}</p>
        <button type="button" className="primary-button" onClick={onOther}>
          {t.toLogin}
        </button>
      </>
    )
  }
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Ask
        token={token}
        email={email}
        onDone={onDone}
        onOther={onOther}
        onInvalid={() => setInvalid(true)}
      />
    </>
  )
}

type AskProps = Props & { email: string; onInvalid: () => void }

function Ask({ token, email, onDone, onOther, onInvalid }: AskProps) {
  const t = useMessages(messages)
  const present = usePresent()
  const form = useForm(logInToSandbox, t, {
    empty: { token },
    onDone: ({ user }) => onDone(user),
    onRefused: ({ code }) => {
      if (code !== errorCodes.invalidLink) return false
      onInvalid()
      return true
    },
  })
  return (
    <Form form={form}>
      <p>
        <Naming text={t.text} email={email} />
      </p>
      {present !== undefined && present !== email && (
        <Notice kind="warning">
          <Naming text={t.loggedInAs} email={present} />
        </Notice>
      )}
      <SubmitButton form={form}>{fill(t.enter, { email: `\u2068${email}\u2069` })}</SubmitButton>
      <div className="quiet-actions">
        <button type="button" className="quiet-button" onClick={onOther}>
          {t.other}
        </button>
      </div>
    </Form>
  )
}

function Naming({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split('{email}')
  return (
    <>
      {before}
      <bdi>
        <strong>{email}</strong>
      </bdi>
      {after}
    </>
  )
}

/** Whose login this browser holds; nobody's is no fault (requirement AP-06). */
function usePresent(): string | undefined {
  const [email, setEmail] = useState<string>()
  useEffect(() => {
    void call(getMe, {}, { background: true }).then(
      (me) => setEmail(me.email),
      () => undefined,
    )
  }, [])
  return email
}

/** Shown before anything is believed: the server checks the signature. */
function emailIn(token: string): string | undefined {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    )
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown }
    return typeof email === 'string' ? email : undefined
  } catch {
    return undefined
  }
}
