import type { ReactNode } from 'react'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { FormDialog } from './confirm.tsx'
import { TextField } from './fields.tsx'
import { useForm } from './form.tsx'

type Props<E extends Endpoint> = {
  endpoint: E
  params: CallInput<E>['params']
  t: { reason: string; reasonHint: string }
  title: string
  action: string
  isOptional?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  children: ReactNode
  onClose: () => void
  onDone: (reply: unknown) => void
}

/** Asks for confirmation and for the reason, which the audit log keeps. */
export function ReasonDialog<E extends Endpoint>(props: Props<E>) {
  const { endpoint, params, t, isOptional = false, onDone, ...dialog } = props
  const form = useForm(endpoint, t, { empty: { reason: '' }, params, onDone })
  return (
    <FormDialog
      {...dialog}
      form={form}
      fields={
        <TextField
          form={form}
          name="reason"
          autoComplete="off"
          isOptional={isOptional}
          isMarked={!isOptional}
        />
      }
    />
  )
}
