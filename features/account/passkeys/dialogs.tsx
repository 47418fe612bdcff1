import { use } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { AreaContext } from '#web/me.ts'
import { signalPasskeys } from '#web/passkeys.ts'
import { ConfirmAction, FormDialog } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { passkeyCalls } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Passkey } from './row.tsx'

type Props = { passkey: Passkey; onClose: () => void; onDone: () => void }

export function RenamePasskey({ passkey: { id, name }, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const { rename } = passkeyCalls[use(AreaContext)]
  const form = useForm(rename, t, {
    empty: { name },
    params: { id },
    onDone: (_, sent) => {
      onClose()
      onDone()
      showSuccess(t.renamed({ name: String(sent.name) }))
    },
  })
  return (
    <FormDialog
      title={t.renameTitle}
      action={t.save}
      onClose={onClose}
      form={form}
      fields={<TextField form={form} name="name" autoComplete="off" />}
    >
      {null}
    </FormDialog>
  )
}

/** Asks for confirmation, removes a passkey, and then makes the browser forget it. */
export function RemovePasskey({ passkey: { id, name }, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const calls = passkeyCalls[use(AreaContext)]

  async function remove(): Promise<void> {
    const left = await call(calls.remove, { params: { id }, body: {} })
    signalPasskeys(left, left.credentialIds)
    showSuccess(t.removed({ name }))
  }

  return (
    <ConfirmAction
      isDangerous
      title={t.removeTitle({ name })}
      action={t.remove}
      run={remove}
      onClose={onClose}
      onDone={onDone}
      failed={t.failedToRemove}
      words={t}
    >
      <p>{t.removeText}</p>
    </ConfirmAction>
  )
}
