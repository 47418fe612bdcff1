import { TextField } from './fields.tsx'
import type { FormState } from './form-state.ts'
import { recordMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'

type Props = { form: FormState<'reason'>; label: string; hint?: string }

/** A field for the reason. It marks itself as required, because its dialog has no note about required fields. */
export function ReasonField({ form, label, hint }: Props) {
  const { requiredMark } = useMessages(recordMessages)
  return (
    <TextField
      form={form}
      name="reason"
      autoComplete="off"
      hint={hint}
      label={
        <>
          {label} <small aria-hidden="true">{requiredMark}</small>
        </>
      }
    />
  )
}
