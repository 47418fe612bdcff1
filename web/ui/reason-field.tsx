import { TextField } from './fields.tsx'
import type { FormState } from './form-state.ts'
import { recordMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'

type Props = { form: FormState<'reason'>; label: string; isOptional?: boolean }

/** A field for the reason. It marks itself as required, because its dialog has no note about required fields. */
export function ReasonField({ form, label, isOptional = false }: Props) {
  const { requiredMark } = useMessages(recordMessages)
  const mark = <small aria-hidden="true">{requiredMark}</small>
  return (
    <TextField
      form={form}
      name="reason"
      autoComplete="off"
      isOptional={isOptional}
      label={
        <>
          {label} {!isOptional && mark}
        </>
      }
    />
  )
}
