import { useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { AuthenticatorKey as GivenKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { AuthenticatorKey } from '#web/ui/authenticator-key.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import {
  beginAdminTwoFactor,
  beginTwoFactor,
  confirmAdminTwoFactor,
  confirmTwoFactor,
} from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props<Confirmed> = {
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  onDone: (reply: Confirmed) => void
  onExpired: () => void
}

export function TwoFactorPage(props: Props<Reply<typeof confirmTwoFactor>>) {
  return <SetUp begin={beginTwoFactor} confirm={confirmTwoFactor} {...props} />
}

export function AdminTwoFactorPage(props: Props<Reply<typeof confirmAdminTwoFactor>>) {
  return <SetUp begin={beginAdminTwoFactor} confirm={confirmAdminTwoFactor} {...props} />
}

type Confirm = typeof confirmTwoFactor | typeof confirmAdminTwoFactor
type SetUpProps<E extends Confirm> = Props<Reply<E>> & {
  begin: typeof beginTwoFactor | typeof beginAdminTwoFactor
  confirm: E
}

/** Sets up an authenticator: key, first code, then the recovery codes, shown once. */
function SetUp<E extends Confirm>(props: SetUpProps<E>) {
  const { begin, confirm, onLoggedIn, onDone, onExpired } = props
  const t = useMessages(messages)
  const [confirmed, setConfirmed] = useState<Reply<E>>()
  const [key, retry] = useLoaded((signal) => call(begin, { body: {} }, { signal }))
  const form = useForm(confirm, t, {
    empty: { otp: '' },
    onDone: (reply) => {
      onLoggedIn()
      setConfirmed(reply)
    },
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  if (confirmed !== undefined) {
    const { email } = 'user' in confirmed ? confirmed.user : confirmed.admin
    return (
      <>
        <PageTitle key="codes">{t.codesTitle}</PageTitle>
        <RecoveryCodes
          codes={confirmed.recoveryCodes}
          email={email}
          onSaved={() => onDone(confirmed)}
        />
      </>
    )
  }
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.text}</p>
      {key === undefined && <Loading text={t.loading} />}
      {key instanceof Error && <Failed error={key} onRetry={retry} onExpired={onExpired} />}
      {key !== undefined && !(key instanceof Error) && (
        <Form form={form}>
          <KeySteps given={key}>
            <CodeField form={form} name="otp" />
          </KeySteps>
          <SubmitButton form={form}>{t.confirm}</SubmitButton>
        </Form>
      )}
    </>
  )
}

function KeySteps({ given, children }: { given: GivenKey; children: ReactNode }) {
  const t = useMessages(messages)
  return (
    <ol className={styles.steps}>
      <li>{t.stepApp}</li>
      <li>
        {t.stepScan}
        <AuthenticatorKey given={given} />
      </li>
      <li>
        {t.stepCode}
        {children}
      </li>
    </ol>
  )
}

type FailedProps = { error: Error; onRetry: () => void; onExpired: () => void }

function Failed({ error, onRetry, onExpired }: FailedProps) {
  const t = useMessages(messages)
  const code = error instanceof Refusal ? error.code : undefined
  const isOver = code === errorCodes.loginExpired || code === errorCodes.secondFactorAlreadySet
  if (!isOver) return <Failure error={error} onRetry={onRetry} />
  return (
    <>
      <Notice kind="warning">
        {code === errorCodes.loginExpired ? t.loginExpired : t.secondFactorAlreadySet}
      </Notice>
      <Button variant="primary" onClick={onExpired}>
        {t.logIn}
      </Button>
    </>
  )
}
