import { useQuery } from '@tanstack/react-query'
import type { EventType } from '#contract/webhook.ts'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { checkbox, list, orNull, text, type FieldsOf } from '#web/ui/codecs.ts'
import { TextField } from '#web/ui/fields.tsx'
import { targetOf, versionInput, type Target } from '#web/ui/form.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { deactivation, RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import { SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addWebhook, changeWebhook, type Webhook } from './contract.ts'
import { EventTicks } from './event-ticks.tsx'
import { messages } from './texts/messages.ts'

const fields = {
  name: text,
  url: text,
  active: checkbox,
  platformId: orNull(text),
  types: list<EventType>(),
} satisfies FieldsOf<typeof addWebhook>

type Props = {
  /** Undefined for a new webhook. */
  webhook?: Webhook
  controls: RecordControls
}

export function WebhookForm({ webhook, controls }: Props) {
  const t = useMessages(messages)
  // The reply contains a secret only for a new webhook.
  const target: Target<Webhook & { secret?: string }> = webhook
    ? targetOf(changeWebhook, versionInput(webhook))
    : targetOf(addWebhook, {})
  const record = useRecordForm(target, t, {
    fields,
    values: webhook ?? { active: true },
    onDone: ({ id, secret }, { name }) => {
      showSuccess((webhook ? t.saved : t.added)({ name }))
      controls.onDone(id, secret)
    },
  })
  const { form } = record
  return (
    <RecordForm
      {...record}
      {...controls}
      submit={webhook ? undefined : t.add}
      question={deactivation(webhook, form.values.active, t.askEffect, t)}
      t={t}
    >
      <TextField form={form} name="name" autoComplete="off" />
      <TextField form={form} name="url" autoComplete="off" dir="ltr" />
      {/* The platform of a webhook cannot be changed. */}
      {webhook ? (
        <SwitchField form={form} name="active" label={t.activeLabel} />
      ) : (
        <PlatformChoice form={form} />
      )}
      <EventTicks form={form} />
    </RecordForm>
  )
}

function PlatformChoice({ form }: { form: FormState<'platformId', 'platformId'> }) {
  const t = useMessages(messages)
  const { findPlatforms } = useParts()
  const { data = [] } = useQuery({
    queryKey: ['platforms of webhooks'],
    queryFn: ({ signal }) => findPlatforms(signal),
  })
  return (
    <SelectField
      form={form}
      name="platformId"
      options={[
        { value: '', text: t.allUsers },
        ...data.map(({ id, name }) => ({ value: id, text: t.usersOf({ platform: name }) })),
      ]}
    />
  )
}
