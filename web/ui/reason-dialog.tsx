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
  /** Label of the Cancel button, if "Cancel" would be ambiguous. */
  cancel?: string
  isOptional?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  children: ReactNode
  onClose: () => void
  onDone: (reply: unknown) => void
  /** Returns true if it has handled the error. */
  onRefused?: (refusal: Refusal) => boolean
}

/** Asks for confirmation and for a reason, which the audit log records. */
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

/** Makes the dialog focus the field when it opens, rather than a disclosure above it. */
function beginHere(place: HTMLElement | null): void {
  const field = place?.querySelector('input')
  if (field) field.autofocus = true
}

type FieldProps = { form: FormState<'reason'>; label: string; isOptional?: boolean }

/** A field for the reason. It marks itself as required, because its dialog has no note about required fields. */
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
