import type { ReactNode } from 'react'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/refusal.ts'
import { FormDialog } from './confirm.tsx'
import { TextField } from './fields.tsx'
import { useForm } from './form.tsx'
import type { FormState } from './form-state.ts'
import { recordMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  params: CallInput<E>['params']
  t: Readonly<Record<string, unknown>> & { reason: string; reasonHint: string }
  title: string
  action: string
  /** The label of the first button, where "Cancel" would be misunderstood. */
  cancel?: string
  isOptional?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  children: ReactNode
  onClose: () => void
  onDone: (reply: unknown) => void
  /** Returns true when the dialog has handled the error itself. */
  onRefused?: (refusal: Refusal) => boolean
}

/** Asks for confirmation and for the reason, which the audit log keeps. */
export function ReasonDialog<E extends Endpoint>(props: Props<E>) {
  const { endpoint, params, t, isOptional = false, onDone, onRefused, ...dialog } = props
  const form = useForm(endpoint, t, {
    empty: { reason: '' },
    params,
    onDone,
    ...(onRefused && { onRefused }),
  })
  return (
    <FormDialog
      {...dialog}
      form={form}
      fields={
        <div ref={beginHere}>
          <ReasonField form={form} label={t.reason} isOptional={isOptional} />
        </div>
      }
    />
  )
}

/** The dialog, once it shows, gives the focus to the field and not to what unfolds above it. */
function beginHere(place: HTMLElement | null): void {
  const field = place?.querySelector('input')
  if (field) field.autofocus = true
}

type FieldProps = { form: FormState<'reason'>; label: string; isOptional?: boolean }

/** Alone in its dialog, it says of itself whether it is required. */
export function ReasonField({ form, label, isOptional = false }: FieldProps) {
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
