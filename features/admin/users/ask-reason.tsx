import type { ReactNode } from 'react'
import type { Endpoint, CallInput } from '#contract/endpoint.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { Form, TextField, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
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

/** Asks before it is done, and why: the reason is kept in the audit log. */
export function AskReason<E extends Endpoint>(props: Props<E>) {
  const { endpoint, params, title, action, isOptional, isDangerous, children, onClose } = props
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const form = useForm<E, 'reason'>(endpoint, t, {
    empty: { reason: '' },
    params,
    onDone: props.onDone,
  })
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      form={
        <Form form={form}>
          <TextField
            form={form}
            name="reason"
            label={t.reason}
            hint={t.reasonHint}
            autoComplete="off"
            {...(isOptional && { isOptional })}
          />
        </Form>
      }
      actions={
        <>
          <button type="button" className="secondary-button" onClick={onClose}>
            {t.cancel}
          </button>
          <button
            type="submit"
            form={form.id}
            className={isDangerous ? 'primary-button danger-button' : 'primary-button'}
            aria-disabled={form.isSending || undefined}
          >
            {form.isSending ? shared.sending : action}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
