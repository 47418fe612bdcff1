import { useState } from 'react'
import { getMe, type Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { logInToSandbox } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  /** The token in the URL's fragment. The server verifies it; this page only shows its email address. */
  token: string
  onDone: (user: Me) => void
  /** Called when the user chooses to log in without the token. */
  onOther: () => void
}

/** Asks for confirmation before logging in, so that a link from an attacker cannot log a user in to another account. */
export function SandboxLoginPage({ token, onDone, onOther }: Props) {
  const t = useMessages(messages)
  const [isInvalid, setInvalid] = useState(false)
  const email = emailIn(token)
  if (isInvalid || email === undefined) {
    return (
      <>
        {/* The key mounts a new title, which takes the focus. */}
        <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
        <p>{t.invalid}</p>
        <Button variant="primary" onClick={onOther}>
          {t.toLogin}
        </Button>
      </>
    )
  }
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Confirmation
        token={token}
        email={email}
        onDone={onDone}
        onOther={onOther}
        onInvalid={() => setInvalid(true)}
      />
    </>
  )
}

type ConfirmationProps = Props & { email: string; onInvalid: () => void }

function Confirmation({ token, email, onDone, onOther, onInvalid }: ConfirmationProps) {
  const t = useMessages(messages)
  // The page shows the user who is already logged in to this browser, if any (requirement AP-06).
  const [me] = useLoaded((signal) => call(getMe, {}, { signal, background: true }))
  const loggedInEmail = me && 'email' in me ? me.email : undefined
  const form = useForm(logInToSandbox, t, {
    initial: { token },
    onDone: ({ user }) => onDone(user),
    onRefused: onCode(errorCodes.invalidLink, onInvalid),
  })
  return (
    <Form form={form}>
      <p>
        <TextWithEmail text={t.text} email={email} />
      </p>
      {loggedInEmail !== undefined && loggedInEmail !== email && (
        <Notice kind="warning">
          <TextWithEmail text={t.loggedInAs} email={loggedInEmail} />
        </Notice>
      )}
      <SubmitButton form={form}>{t.enter}</SubmitButton>
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onOther}>
          {t.other}
        </Button>
      </div>
    </Form>
  )
}

/** Reads the email address of an unverified token, for display only. */
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
