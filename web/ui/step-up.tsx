import { useState, type ReactNode } from 'react'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { stepUp } from '#contract/admin.ts'
import { CodeField } from './code-field.tsx'
import { FormDialog } from './confirm.tsx'
import { useForm } from './form.tsx'
import { useMessages } from '../locale.ts'
import { StepUpCancelled } from '../session.ts'
import { stepUpMessages } from './step-up-messages.ts'

type Waiting = { show: () => void; cancel: () => void }

/**
 * Step-up authentication: `requireStepUp` calls `send`, asks for a code when the server answers 403003, and calls it
 * again. Throws StepUpCancelled. The page has to render `dialog`.
 */
export function useStepUp(): {
  requireStepUp: <Result>(send: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()

  async function requireStepUp<Result>(send: () => Promise<Result>): Promise<Result> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== errorCodes.stepUpRequired) throw error
      if (error.redirectTo !== undefined) return goToIdentityProvider(error.redirectTo)
      await new Promise<void>((show, reject) => {
        setWaiting({ show, cancel: () => reject(new StepUpCancelled()) })
      }).finally(() => setWaiting(undefined))
      return send()
    }
  }

  return {
    requireStepUp,
    dialog: waiting && <StepUp onShown={waiting.show} onCancel={waiting.cancel} />,
  }
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
