import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AuthenticatorKey as NewKey } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { NewCodeField } from '#web/parts/new-code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addMessages, messages } from './texts/messages.ts'
import { KeySteps } from './app-step.tsx'
import { beginAuthenticator, confirmAuthenticator } from './contract.ts'

type State = 'idle' | 'busy' | 'expired' | { error: unknown } | { key: NewKey }

/** Sets up an authenticator app for a user without one, after step-up authentication, in a row of the security page. */
export function AddAuthenticator({ onAdded }: { onAdded: () => void }) {
  const t = useMessages(addMessages)
  const { email, mfa } = useMe()
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>('idle')
  const [codes, setCodes] = useState<readonly string[]>()

  async function begin(): Promise<void> {
    setState('busy')
    await call(beginAuthenticator, { body: {} }).then(
      (key) => setState({ key }),
      (error: unknown) => setState({ error }),
    )
  }

  function finish(): void {
    setCodes(undefined)
    setState('idle')
    void queryClient.invalidateQueries(meQuery)
    showSuccess(t.added)
    onAdded()
  }

  if (codes) {
    return (
      <div className="stack-4">
        <Title text={t.codesTitle} />
        <RecoveryCodes codes={codes} email={email} onSaved={finish} />
      </div>
    )
  }
  if (typeof state === 'object' && 'key' in state) {
    return (
      <FirstCode
        newKey={state.key}
        onDone={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : finish())}
        onExpired={() => setState('expired')}
      />
    )
  }
  if (mfa.totp) return null
  return (
    <div className="stack-4">
      {state === 'expired' && <Notice kind="warning">{t.expired}</Notice>}
      {typeof state === 'object' && <Failure text={t.failed} texts={t} error={state.error} />}
      <Button className="at-start" isPending={state === 'busy'} onClick={() => void begin()}>
        {t.add}
      </Button>
    </div>
  )
}

type FirstCodeProps = {
  newKey: NewKey
  onDone: (recoveryCodes: readonly string[] | undefined) => void
  onExpired: () => void
}

function FirstCode({ newKey, onDone, onExpired }: FirstCodeProps) {
  const addTexts = useMessages(addMessages)
  const t = useMessages(messages)
  const form = useForm(
    confirmAuthenticator,
    { ...t, ...addTexts },
    {
      initial: { otp: '' },
      onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
      onRefused: onCode(errorCodes.loginExpired, onExpired),
    },
  )
  return (
    <div className="stack-4">
      <Title text={addTexts.title} />
      <Form form={form}>
        <KeySteps newKey={newKey}>
          <NewCodeField form={form} name="otp" />
        </KeySteps>
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </Form>
    </div>
  )
}

/** A title that takes the focus, because the clicked button is gone. */
function Title({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1}>
      {text}
    </h3>
  )
}
