import { useEffect, useState } from 'react'
import { stepUp } from '#contract/admin.ts'
import { CodeField } from './code-field.tsx'
import { FormDialog } from './confirm.tsx'
import { useForm } from './form.tsx'
import { useMessages } from '../locale.ts'
import { onStepUp, StepUpCancelled } from '../session.ts'
import { stepUpMessages } from './step-up-messages.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }

/** Step-up authentication for every call of the area that the server answers with 403003: one dialog for all of them. */
export function StepUpDialog() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])

  useEffect(() => {
    onStepUp(({ redirectTo }) => {
      if (redirectTo !== undefined) return goToIdentityProvider(redirectTo)
      return new Promise((resolve, reject) =>
        setWaiting((others) => [...others, { resolve, reject }]),
      )
    })
    return () => onStepUp(undefined)
  }, [])

  function close(settle: (each: Waiting) => void): void {
    setWaiting([])
    waiting.forEach(settle)
  }

  if (waiting.length === 0) return null
  return (
    <StepUp
      onShown={() => close(({ resolve }) => resolve())}
      onCancel={() => close(({ reject }) => reject(new StepUpCancelled()))}
    />
  )
}

function StepUp({ onShown, onCancel }: { onShown: () => void; onCancel: () => void }) {
  const t = useMessages(stepUpMessages)
  const form = useForm(stepUp, t, { empty: { otp: '' }, onDone: onShown })
  return (
    <FormDialog
      title={t.title}
      action={t.confirm}
      onClose={onCancel}
      form={form}
      fields={<CodeField form={form} name="otp" />}
    >
      <p>{t.text}</p>
    </FormDialog>
  )
}

/** Sends the browser to the identity provider, which redirects back to this page. */
function goToIdentityProvider(address: string): Promise<never> {
  const url = new URL(address, location.origin)
  url.searchParams.set('redirectTo', location.pathname + location.search + location.hash)
  location.assign(url)
  return new Promise(() => undefined)
}
