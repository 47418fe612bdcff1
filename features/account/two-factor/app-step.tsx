import { useState, type ReactNode } from 'react'
import type { AuthenticatorKey as NewKey } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { AuthenticatorKey, hasCoarsePointer } from '#web/parts/authenticator-key.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useMessages } from '#web/locale.ts'
import { NewCodeField } from '#web/parts/new-code-field.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import type { AppCalls, ConfirmCall, ConfirmReply } from './contract.ts'
import { Failed } from './failed.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = {
  calls: AppCalls
  /** Switches to a passkey; undefined if that is not possible. */
  onPasskey: (() => void) | undefined
  onConfirmed: (reply: ConfirmReply) => void
  onExpired: () => void
}

/** Sets up an authenticator app: shows the key, then asks for the first code. */
export function AppStep({ calls, onPasskey, onConfirmed, onExpired }: Props) {
  const t = useMessages(messages)
  const [key, retry] = useLoaded((signal) => call(calls.begin, { body: {} }, { signal }))
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <p>{t.text}</p>
      {key === undefined && <Loading text={t.loading} />}
      {key instanceof Error && <Failed error={key} onRetry={retry} onLogIn={onExpired} />}
      {key !== undefined && !(key instanceof Error) && (
        <KeyForm confirm={calls.confirm} newKey={key} {...{ onConfirmed, onExpired }} />
      )}
      {onPasskey && (
        <div className="quiet-actions">
          <Button variant="quiet" onClick={onPasskey}>
            {t.usePasskey}
          </Button>
        </div>
      )}
    </>
  )
}

type KeyProps<Result> = {
  confirm: ConfirmCall
  newKey: NewKey
  onConfirmed: (reply: Result) => void
  onExpired: () => void
}

/** Shows the key of a new authenticator, and asks for its first code. */
export function KeyForm<Result>(props: KeyProps<Result>) {
  const { confirm, newKey, onConfirmed, onExpired } = props
  const t = useMessages(messages)
  const form = useForm(confirm, t, {
    initial: { otp: '' },
    // `confirm` may be one of several endpoints; the caller knows the reply of its own.
    onDone: (reply) => onConfirmed(reply as Result),
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  return (
    <Form form={form}>
      <KeySteps newKey={newKey}>
        <NewCodeField form={form} name="otp" />
      </KeySteps>
      <SubmitButton form={form}>{t.confirm}</SubmitButton>
    </Form>
  )
}

/** Explains how to use the key. The last step contains `children`, the field for the first code. */
export function KeySteps({ newKey, children }: { newKey: NewKey; children: ReactNode }) {
  const t = useMessages(messages)
  const [isTouch] = useState(hasCoarsePointer)
  return (
    <ol className={styles.steps}>
      <li>{t.stepApp}</li>
      <li>
        {isTouch ? t.stepOpen : t.stepScan}
        <AuthenticatorKey authenticatorKey={newKey} />
      </li>
      <li>
        {t.stepCode}
        {children}
      </li>
    </ol>
  )
}
