import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addWebhook, changeWebhook, type Webhook } from './contract.ts'
import { EventTicks } from './event-ticks.tsx'
import { messages } from './texts/messages.ts'

type Props = {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined
  onReload: () => void
  /** Called with the id, and the secret of a new webhook. */
  onDone: (id: string, secret?: string) => void
}

const newWebhook = { name: '', url: '', active: true, types: [] as readonly string[] }

/** Returns the form of a webhook, and whether it has unsaved changes. */
export function useWebhookForm({ webhook, onDone }: Omit<Props, 'onReload'>) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const before = webhook ?? newWebhook
  const { name, url, active } = before
  const [types, setTypes] = useState<readonly string[]>(before.types)
  const form = useForm(
    // Both endpoints return the webhook; adding also returns its secret and needs no etag.
    webhook ? changeWebhook : (addWebhook as unknown as typeof changeWebhook),
    t,
    {
      empty: { name, url, active, platformId: '', types: '' },
      ...(webhook && { params: { id: webhook.id }, headers: { 'if-match': webhook.etag } }),
      toBody: ({ platformId, ...typed }) => ({
        ...typed,
        types,
        ...(!webhook && { platformId: platformId === '' ? null : platformId }),
      }),
      onRefused,
      onDone: (saved, typed) => {
        showSuccess((webhook ? t.saved : t.added)({ name: String(typed.name) }))
        onDone(saved.id, (saved as { secret?: string }).secret)
      },
    },
  )
  const { values } = form
  const isDirty =
    values.name !== name ||
    values.url !== url ||
    values.active !== active ||
    types.toSorted().join() !== before.types.toSorted().join()
  return { form, conflict, types, setTypes, isDirty: isDirty && !form.isSending }
}

type FormProps = Pick<Props, 'webhook' | 'onReload'> & ReturnType<typeof useWebhookForm>

export function WebhookForm(props: FormProps) {
  const { webhook, onReload, form, conflict, types, setTypes, isDirty } = props
  const t = useMessages(messages)
  const { findPlatforms } = useParts()
  const platforms = useQuery({
    queryKey: ['platforms of webhooks'],
    queryFn: ({ signal }) => findPlatforms(signal),
    enabled: !webhook,
  })
  return (
    <RecordForm
      form={form}
      record={webhook}
      effect={t.askEffect}
      {...(!webhook && { submit: t.add })}
      {...{ conflict, isDirty, onReload, t }}
    >
      <TextField form={form} name="name" autoComplete="off" />
      <TextField form={form} name="url" autoComplete="off" dir="ltr" />
      {webhook ? (
        <SwitchField form={form} name="active" label={t.activeLabel} />
      ) : (
        <SelectField
          form={form}
          name="platformId"
          options={[
            { value: '', text: t.allUsers },
            ...(platforms.data ?? []).map(({ id, name }) => ({
              value: id,
              text: t.usersOf({ platform: name }),
            })),
          ]}
        />
      )}
      <EventTicks form={form} chosen={types} onChoose={setTypes} />
    </RecordForm>
  )
}
