import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { AskDeactivate } from '#web/ui/ask-deactivate.tsx'
import { ConflictNotice, useConflict } from '#web/ui/conflict.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useStepUp } from '#web/ui/step-up.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { Addresses } from './addresses.tsx'
import { addPlatform, changePlatform, type PlatformDetails } from './contract.ts'
import { bodyOf, emptyOf, type Name } from './fields.tsx'
import { Mark } from './mark.tsx'
import { messages } from './messages.ts'
import { Proof } from './proof.tsx'

type Props = {
  platform: PlatformDetails | undefined
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
}

export function PlatformForm({ platform, onReload, onDone }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { requireStepUp, dialog } = useStepUp()
  const { conflict, onRefused } = useConflict()
  const [empty] = useState(() => emptyOf(platform))
  const form = useForm<typeof changePlatform, Name>(
    // Both take the same and answer with an id and a secret; the one that is new says its id, and has no etag.
    platform ? changePlatform : (addPlatform as unknown as typeof changePlatform),
    t,
    {
      empty,
      ...(platform && { params: { id: platform.id }, headers: { 'if-match': platform.etag } }),
      toBody: (typed) => bodyOf(typed, platform === undefined),
      around: requireStepUp,
      onRefused,
      onDone: ({ id, clientSecret }, { name }) => {
        showSuccess(fill(t.saved, { name: String(name) }))
        onDone(id, clientSecret)
      },
    },
  )
  const isDirty = Object.entries(empty).some(([name, value]) => form.values[name as Name] !== value)
  return (
    <>
      <AskDeactivate
        form={form}
        present={platform}
        effect={counted(t.people, platform?.effect.people ?? 0, locale)}
        t={t}
      >
        {(asking) => (
          <Form form={asking}>
            {!platform && (
              <TextField
                form={form}
                name="id"
                label={t.id}
                hint={t.idHint}
                autoComplete="off"
                dir="ltr"
              />
            )}
            <TextField form={form} name="name" label={t.name} autoComplete="off" />
            <TextField form={form} name="url" label={t.url} autoComplete="off" dir="ltr" />
            <Mark form={form} name="active" label={t.activeLabel} />
            <Addresses form={form} />
            <Proof form={form} />
            {conflict && <ConflictNotice {...conflict} onReload={onReload} t={t} />}
            <div className="button-row">
              <SubmitButton form={form}>{platform ? t.save : t.register}</SubmitButton>
            </div>
          </Form>
        )}
      </AskDeactivate>
      <UnsavedGuard area="admin" isDirty={isDirty && !form.isSending} t={t} />
      {dialog}
    </>
  )
}
