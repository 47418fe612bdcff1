import { useEffect, useState } from 'react'
import { stepUp } from '#contract/admin.ts'
import { fill } from '#contract/locale.ts'
import type { Proof } from '#contract/refusal.ts'
import { stepUpUser } from '#contract/step-up.ts'
import type { Area } from '../device.ts'
import { useMessages } from '../locale.ts'
import { onStepUp, StepUpCancelled } from '../session.ts'
import { settings } from '../settings.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { FormDialog } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { PasswordField } from './fields.tsx'
import { useForm } from './form.tsx'
import { stepUpMessages } from './step-up-messages.ts'

type Waiting = { resolve: () => void; reject: (error: unknown) => void }
type StepUpRequest = { proofs: readonly Proof[]; waiting: readonly Waiting[] }

/** Step-up authentication for every call of the area that the server answers with 403003: one dialog for all of them. */
export function StepUpDialog({ area }: { area: Area }) {
  const [asked, setAsked] = useState<StepUpRequest>()

  useEffect(() => {
    onStepUp(({ redirectTo, proofs = ['otp'] }) => {
      if (redirectTo !== undefined) return goToIdentityProvider(redirectTo)
      return new Promise((resolve, reject) =>
        setAsked((before) => ({
          proofs,
          waiting: [...(before?.waiting ?? []), { resolve, reject }],
        })),
      )
    })
    return () => onStepUp(undefined)
  }, [])

  if (asked === undefined) return null
  const close = (settle: (each: Waiting) => void) => {
    setAsked(undefined)
    asked.waiting.forEach(settle)
  }
  return (
    <StepUp
      area={area}
      proofs={asked.proofs}
      onShown={() => close(({ resolve }) => resolve())}
      onCancel={() => close(({ reject }) => reject(new StepUpCancelled()))}
    />
  )
}

type Props = {
  area: Area
  proofs: readonly Proof[]
  onShown: () => void
  onCancel: () => void
}

function StepUp(props: Props) {
  const { proofs, onCancel } = props
  const t = useMessages(stepUpMessages)
  const way = proofs.includes('otp') ? 'otp' : proofs[0]
  if (way === 'otp' || way === 'password') return <FormStepUp {...props} way={way} />
  return (
    <Dialog
      title={t.title}
      onClose={onCancel}
      actions={<Button onClick={onCancel}>{t.close}</Button>}
    >
      <p>{fill(t.none, { supportEmail: settings().brand.supportEmail })}</p>
    </Dialog>
  )
}

function FormStepUp({ area, way, onShown, onCancel }: Props & { way: 'otp' | 'password' }) {
  const t = useMessages(stepUpMessages)
  const texts = way === 'otp' ? t : { ...t, stepUpFailed: t.wrongPassword }
  const form = useForm(area === 'admin' ? stepUp : stepUpUser, texts, {
    empty: { [way]: '' } as Record<'otp' | 'password', string>,
    onDone: onShown,
  })
  return (
    <FormDialog
      title={t.title}
      action={t.confirm}
      onClose={onCancel}
      form={form}
      fields={
        way === 'otp' ? (
          <CodeField form={form} name="otp" />
        ) : (
          <PasswordField form={form} name="password" autoComplete="current-password" />
        )
      }
    >
      <p>{way === 'otp' ? t.text : t.passwordText}</p>
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
