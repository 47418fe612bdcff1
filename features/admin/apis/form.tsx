import { useState } from 'react'
import { apiFormats } from '#contract/api.ts'
import { apiScope } from '#contract/api-fields.ts'
import { useMessages } from '#web/locale.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { RecordForm, useConflict } from '#web/ui/record-form.tsx'
import { LinesField, linesOf, SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addApi, changeApi, type Api } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  /** Undefined for a new API. */
  api: Api | undefined
  /** Called with the client ID, and with the secret of a new API. */
  onDone: (clientId: string, clientSecret: string | undefined) => void
}

function valuesOf(api: Api | undefined) {
  return {
    id: '',
    name: api?.name ?? '',
    format: api?.format ?? 'opaque',
    scopes: (api?.scopes ?? []).join('\n'),
    active: api?.active ?? true,
  }
}

/** Returns the form of an API, and whether it has unsaved changes. */
export function useApiForm({ api, onDone }: Props) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const [empty] = useState(() => valuesOf(api))
  const form = useForm(
    // Both endpoints return the API; adding also returns its secret and needs no etag.
    api ? changeApi : (addApi as unknown as typeof changeApi),
    t,
    {
      empty,
      ...(api && { params: { clientId: api.clientId }, headers: { 'if-match': api.etag } }),
      toBody: ({ id, scopes, ...typed }) => ({
        ...typed,
        scopes: linesOf(String(scopes)),
        ...(!api && { id }),
      }),
      onRefused,
      onDone: (saved, { name }) => {
        showSuccess((api ? t.saved : t.added)({ name: String(name) }))
        onDone(saved.clientId, (saved as { clientSecret?: string }).clientSecret)
      },
    },
  )
  const isDirty = Object.entries(empty).some(
    ([name, value]) => form.values[name as 'name'] !== value,
  )
  return { form, conflict, isDirty: isDirty && !form.isSending }
}

type FormProps = Pick<Props, 'api'> & { onReload: () => void } & ReturnType<typeof useApiForm>

const isScope = (line: string) => apiScope.safeParse(line).success

/** Shows the fields. A new API has a button below them; for an existing one, the page shows a bar. */
export function ApiForm({ api, onReload, form, conflict, isDirty }: FormProps) {
  const t = useMessages(messages)
  return (
    <RecordForm
      form={form}
      record={api}
      effect={t.askEffect}
      {...(!api && { submit: t.add })}
      {...{ conflict, isDirty, onReload, t }}
    >
      <TextField form={form} name="name" autoComplete="off" />
      {!api && <TextField form={form} name="id" autoComplete="off" dir="ltr" />}
      <LinesField form={form} name="scopes" isRight={isScope} />
      <SelectField
        form={form}
        name="format"
        options={apiFormats.map((value) => ({ value, text: t[`format_${value}`] }))}
      />
      {api && <SwitchField form={form} name="active" label={t.activeLabel} />}
    </RecordForm>
  )
}
