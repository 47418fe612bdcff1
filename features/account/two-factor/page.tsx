import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Me } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { AuthenticatorKey } from '#web/ui/authenticator-key.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { beginTwoFactor, confirmTwoFactor } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** The endpoints of users or of admins. */
type Calls<User> = {
  begin: typeof beginTwoFactor | (Endpoint & Pick<typeof beginTwoFactor, 'body' | 'reply'>)
  confirm: Endpoint
  userOf: (reply: unknown) => User
}

/** The cast is safe: the endpoint's schema has checked the reply. */
const ofUsers: Calls<Me> = {
  begin: beginTwoFactor,
  confirm: confirmTwoFactor,
  userOf: (reply) => (reply as { user: Me }).user,
}

type Props<User> = {
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  onDone: (user: User) => void
  onExpired: () => void
}

export function TwoFactorPage(props: Props<Me>) {
  return <TwoFactorSteps calls={ofUsers} {...props} />
}

type StepsProps<User> = Props<User> & { calls: Calls<User> }

/** Sets up an authenticator: key, first code, then the recovery codes, shown once. */
export function TwoFactorSteps<User extends { email: string }>(props: StepsProps<User>) {
  const { calls, onLoggedIn, onDone, onExpired } = props
  const t = useMessages(messages)
  const [confirmed, setConfirmed] = useState<unknown>()
  if (confirmed !== undefined) {
    const { recoveryCodes } = confirmed as { recoveryCodes: string[] }
    const user = calls.userOf(confirmed)
    return (
      <>
        <PageTitle>{t.codesTitle}</PageTitle>
        <RecoveryCodes codes={recoveryCodes} email={user.email} onSaved={() => onDone(user)} />
      </>
    )
  }
  return (
    <SetUp
      begin={calls.begin}
      confirm={calls.confirm}
      onExpired={onExpired}
      onConfirmed={(reply) => {
        onLoggedIn()
        setConfirmed(reply)
      }}
    />
  )
}

type SetUpProps = Pick<Calls<unknown>, 'begin' | 'confirm'> & {
  onConfirmed: (reply: unknown) => void
  onExpired: () => void
}

function SetUp({ begin, confirm, onConfirmed, onExpired }: SetUpProps) {
  const t = useMessages(messages)
  const [key, retry] = useLoaded((signal) => call(begin, { body: {} }, { signal }))
  const form = useForm(confirm, t, {
    empty: { otp: '' },
    onDone: onConfirmed,
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.text}</p>
      {key === undefined && <Loading text={t.loading} />}
      {key instanceof Error && <Failed error={key} onRetry={retry} onExpired={onExpired} />}
      {key !== undefined && !(key instanceof Error) && (
        <Form form={form}>
          <ol className={styles.steps}>
            <li>{t.stepApp}</li>
            <li>
              {t.stepScan}
              <AuthenticatorKey given={key} />
            </li>
            <li>
              {t.stepCode}
              <CodeField form={form} name="otp" />
            </li>
          </ol>
          <SubmitButton form={form}>{t.confirm}</SubmitButton>
        </Form>
      )}
    </>
  )
}

type FailedProps = { error: Error; onRetry: () => void; onExpired: () => void }

function Failed({ error, onRetry, onExpired }: FailedProps) {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const code = error instanceof Refusal ? error.code : undefined
  const isOver = code === errorCodes.loginExpired || code === errorCodes.secondFactorAlreadySet
  const text = code === errorCodes.loginExpired ? t.loginExpired : t.secondFactorAlreadySet
  return (
    <>
      <Notice kind="warning">{isOver ? text : shared.failed}</Notice>
      <Button variant="primary" onClick={isOver ? onExpired : onRetry}>
        {isOver ? t.logIn : shared.retry}
      </Button>
    </>
  )
}
