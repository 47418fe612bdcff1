import { useId, useRef, useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { readKeys, type KeyFault, type PublicKey } from '#web/public-keys.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Fault, FieldFrame } from '#web/ui/field.tsx'
import { keyMessages } from './texts/messages.ts'

type Props = {
  existingKeys: readonly PublicKey[]
  onAdd: (keys: readonly PublicKey[]) => void
  onClose: () => void
}

/** Adds pasted public keys. The form never receives the text, and the dialog clears a pasted private key. */
export function AddKeyDialog({ existingKeys, onAdd, onClose }: Props) {
  const t = useMessages(keyMessages)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<KeyFault>()

  async function add(): Promise<void> {
    const result = await readKeys(text, existingKeys)
    if ('keys' in result) return onAdd(result.keys)
    setFault(result.fault)
    if (result.fault === 'privateKeyPasted') setText('')
    field.current?.focus()
  }

  return (
    <ConfirmDialog
      title={t.addTitle}
      action={t.addKey}
      onClose={onClose}
      onConfirm={() => void add()}
      form={
        <FieldFrame id={id} label={t.text}>
          <textarea
            ref={field}
            id={id}
            autoFocus
            dir="ltr"
            rows={8}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={fault && `${id}-fault`}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {fault && <Fault id={`${id}-fault`}>{t[fault]}</Fault>}
        </FieldFrame>
      }
    >
      <p>{t.textHint}</p>
    </ConfirmDialog>
  )
}
