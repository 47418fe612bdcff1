import { apiFormats } from '#contract/api.ts'
import { apiScope } from '#contract/api-fields.ts'
import { useMessages } from '#web/locale.ts'
import { checkbox, choice, lines, text, type FieldsOf } from '#web/ui/codecs.ts'
import { TextField } from '#web/ui/fields.tsx'
import { targetOf, type Target } from '#web/ui/form.tsx'
import { deactivation, RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import { LinesField, SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addApi, changeApi, type Api } from './contract.ts'
import { messages } from './texts/messages.ts'

const fields = {
  id: text,
  name: text,
  scopes: lines,
  format: choice(apiFormats),
  active: checkbox,
} satisfies FieldsOf<typeof addApi>

function targetFor(api: Api | undefined): Target<Api & { clientSecret?: string }> {
  if (!api) return targetOf(addApi, {})
  const { clientId, etag } = api
  return targetOf(changeApi, { params: { clientId }, headers: { 'if-match': etag } })
}

/** `api` is omitted to add an API. */
type Props = {
  api?: Api
  controls: RecordControls
  /** Called with the secret of a new API that waits for the approval of a second admin. */
  onSecret?: (api: { id: string; name: string; secret: string }) => void
}

export function ApiForm({ api, controls, onSecret }: Props) {
  const t = useMessages(messages)
  const record = useRecordForm(targetFor(api), t, {
    fields,
    values: api ?? { active: true },
    onAsked: (asked, { id, name }) => {
      const secret = asked.clientSecret
      if (onSecret && secret) onSecret({ id: id.trim(), name, secret })
      else controls.onAsked(asked)
    },
    onDone: ({ clientId, clientSecret }, { name }) => {
      showSuccess((api ? t.saved : t.added)({ name }))
      controls.onDone(clientId, clientSecret)
    },
  })
  const { form } = record
  const formats = apiFormats.map((value) => ({ value, text: t[`format_${value}`] }))
  return (
    <RecordForm
      {...record}
      {...controls}
      submit={api ? undefined : t.add}
      question={deactivation(api, form.values.active, t.askEffect, t)}
      t={t}
    >
      <TextField form={form} name="name" autoComplete="off" />
      {!api && <TextField form={form} name="id" autoComplete="off" dir="ltr" />}
      <LinesField form={form} name="scopes" isValid={(line) => apiScope.safeParse(line).success} />
      <SelectField form={form} name="format" options={formats} />
      {api && <SwitchField form={form} name="active" label={t.activeLabel} />}
    </RecordForm>
  )
}
