import type { ReactNode } from 'react'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { useMessages } from '#web/locale.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { messages } from './messages.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  params: CallInput<E>['params']
  title: string
  action: string
  isOptional?: boolean
  isDangerous?: boolean
  children: ReactNode
  onClose: () => void
  onDone: (reply: unknown) => void
}

/** Asks for confirmation and for the reason, which the audit log keeps. */
export function ReasonDialog<E extends Endpoint>(props: Props<E>) {
  const { endpoint, params, isOptional = false, onDone, ...dialog } = props
  const t = useMessages(messages)
  const form = useForm(endpoint, t, { empty: { reason: '' }, params, onDone })
  return (
    <FormDialog
      {...dialog}
      form={form}
      fields={<TextField form={form} name="reason" autoComplete="off" isOptional={isOptional} />}
    />
  )
}
