import type { ApprovalAsked } from '#contract/call.ts'
import type { TextWith } from '#contract/text.ts'
import { useMessages } from '../locale.ts'
import { checkbox, choice, text } from '../ui/codecs.ts'
import { FormDialog } from '../ui/confirm.tsx'
import type { Target } from '../ui/form.tsx'
import type { FormState } from '../ui/form-state.ts'
import { Notice } from '../ui/notice.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { SelectField, SwitchField } from '../ui/record-fields.tsx'
import { ConflictNotice, useRecordForm } from '../ui/record-form.tsx'
import { newSecretMessages } from './texts/messages.ts'

const graceHours = [0, 1, 24] as const
const fields = { graceHours: choice(graceHours), exposed: checkbox, reason: text }

/** The time for which the old secret remains valid, and the reason. An exposed secret ends immediately. */
function ReplaceFields({ form }: { form: FormState<keyof typeof fields> }) {
  const t = useMessages(newSecretMessages)
  return (
    <>
      {!form.values.exposed && (
        <SelectField
          form={form}
          name="graceHours"
          label={t.graceHours}
          options={([1, 24] as const).map((each) => ({
            value: String(each),
            text: t[`grace_${each}`],
          }))}
        />
      )}
      <SwitchField form={form} name="exposed" label={t.exposed} />
      {form.values.exposed === true && <Notice kind="warning">{t.exposedText}</Notice>}
      <ReasonField form={form} label={t.reason} hint={t.reasonHint} />
    </>
  )
}

type Texts = Parameters<typeof ConflictNotice>[0]['t'] & {
  secretTitle: string
  secretIntro: string
  replace: string
  replaceTitle: TextWith<{ name: string }>
  replaceText: string
}

export type ReplaceProps<Answer> = {
  record: { name: string; oldSecretUntil: string | null }
  target: Target<Answer>
  /** Sentence with the recent use of the current secret. */
  use?: string
  t: Texts & Readonly<Record<string, unknown>>
  onReload: () => void
  onDone: (reply: Answer) => void
  /** Handles an action that waits for the approval of a second admin. */
  onAsked?: (asked: ApprovalAsked) => void
}

/** Asks for the time for which the old secret stays valid and for the reason, and replaces the secret. */
export function ReplaceDialog<Answer>(props: ReplaceProps<Answer> & { onClose: () => void }) {
  const { record, target, use, t, onReload, onDone, onAsked, onClose } = props
  const { form, conflict } = useRecordForm(target, t, {
    fields,
    // Users of the old secret need time to switch to the new one.
    values: { graceHours: 24 },
    body: (typed) => (typed.exposed ? { graceHours: 0 as const } : {}),
    check: ({ reason }) => (reason.trim() === '' ? [{ name: 'reason', key: 'required' }] : []),
    ...(onAsked && { onAsked }),
    onDone: (reply) => {
      onClose()
      onDone(reply)
    },
  })
  return (
    <FormDialog
      title={t.replaceTitle({ name: record.name })}
      action={t.replace}
      isDangerous={form.values.exposed}
      onClose={onClose}
      form={form}
      fields={
        <>
          <ReplaceFields form={form} />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </>
      }
    >
      <p>{t.replaceText}</p>
      {use !== undefined && <p>{use}</p>}
    </FormDialog>
  )
}
