import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { stepUp } from '#contract/admin.ts'
import type { Proof } from '#contract/refusal.ts'
import { beginAdminStepUp, beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { call } from '../api.ts'
import type { Area } from '../browser-storage.ts'
import { useMessages } from '../locale.ts'
import { canUsePasskeys, getPasskey } from '../passkeys.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { ConfirmDialog, FormDialog } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { useForm } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { stepUpMessages } from './texts/messages.ts'

type Props = {
  area: Area
  /** Proofs that the server accepts, in order of preference. */
  proofs: readonly Proof[]
  /** Called after the server has accepted a proof. */
  onVerified: () => void
  onCancel: () => void
}

/** A dialog that asks for one of the proofs. */
export function StepUp(props: Props) {
  const { proofs, onCancel } = props
  const t = useMessages(stepUpMessages)
  const ways = proofs.filter((proof) => proof !== 'passkey' || canUsePasskeys())
  const [selectedWay, setWay] = useState<Proof>()
  const way = selectedWay ?? ways[0]
  const other = ways.find((proof) => proof !== way)
  const switchTexts = {
    passkey: t.usePasskey,
    otp: t.useCode,
    'password-otp': t.useCode,
    password: t.usePassword,
  }
  const switcher = other && (
    <Button variant="quiet" onClick={() => setWay(other)}>
      {switchTexts[other]}
    </Button>
  )
  if (way === 'passkey') return <PasskeyStepUp {...props} switcher={switcher} />
  if (way !== undefined) return <FormStepUp {...props} way={way} switcher={switcher} />
  return (
    <Dialog
      title={t.title}
      onClose={onCancel}
      actions={<Button onClick={onCancel}>{t.close}</Button>}
    >
      <p>{t.none({ supportEmail: settings().brand.supportEmail })}</p>
    </Dialog>
  )
}

type WayProps = Props & { switcher: ReactNode }

function PasskeyStepUp({ area, onVerified, onCancel, switcher }: WayProps) {
  const t = useMessages(stepUpMessages)
  const mutation = useMutation({
    mutationFn: async () => {
      const begin = area === 'admin' ? beginAdminStepUp : beginStepUp
      const passkey = await getPasskey(await call(begin, { body: {} }))
      if (passkey === undefined) return false
      await call(area === 'admin' ? stepUp : stepUpUser, { body: { passkey } })
      return true
    },
    onSuccess: (isVerified) => isVerified && onVerified(),
  })
  return (
    <ConfirmDialog
      title={t.title}
      action={t.usePasskey}
      isPending={mutation.isPending}
      onConfirm={() => mutation.mutate()}
      onClose={onCancel}
      form={switcher}
    >
      <p>{t.passkeyText}</p>
      {mutation.data === false && <Notice kind="warning">{t.noPasskey}</Notice>}
      {mutation.error && <Failure texts={t} error={mutation.error} />}
    </ConfirmDialog>
  )
}

type FormProps = WayProps & { way: Exclude<Proof, 'passkey'> }

function FormStepUp({ area, way, onVerified, onCancel, switcher }: FormProps) {
  const t = useMessages(stepUpMessages)
  const { intro, stepUpFailed } = {
    otp: { intro: t.text, stepUpFailed: t.stepUpFailed },
    'password-otp': { intro: t.bothText, stepUpFailed: t.bothFailed },
    password: { intro: t.passwordText, stepUpFailed: t.wrongPassword },
  }[way]
  const hasPassword = way !== 'otp'
  const hasCode = way !== 'password'
  const form = useForm(
    area === 'admin' ? stepUp : stepUpUser,
    { ...t, stepUpFailed },
    {
      // The type declares both fields for the code below, which renders only those that the form has.
      initial: { ...(hasPassword && { password: '' }), ...(hasCode && { otp: '' }) } as Record<
        'otp' | 'password',
        string
      >,
      onDone: onVerified,
    },
  )
  return (
    <FormDialog
      title={t.title}
      action={t.confirm}
      onClose={onCancel}
      form={form}
      fields={
        <>
          {hasPassword && (
            <PasswordField form={form} name="password" autoComplete="current-password" />
          )}
          {hasCode && <CodeField form={form} name="otp" />}
          {switcher}
        </>
      }
    >
      <p>{intro}</p>
    </FormDialog>
  )
}
