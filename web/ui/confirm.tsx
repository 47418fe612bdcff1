import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Refusal } from '#contract/refusal.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { fieldMessages } from './texts/messages.ts'
import { Form, StopWaiting } from './form.tsx'
import type { FormState } from './form-state.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { useMessages } from '../locale.ts'

type DialogProps = {
  title: string
  /** The label of the last button: a verb. */
  action: string
  /** The label of the first button, if "Cancel" would be ambiguous. */
  cancel?: string | undefined
  isDangerous?: boolean
  isPending?: boolean
  /** True if the action would change nothing; the text explains the reason. */
  isDisabled?: boolean | undefined
  onClose: () => void
  /** Called on Escape instead of `onClose`. */
  onEscape?: (() => void) | undefined
  children?: ReactNode
}

type ConfirmProps = DialogProps & {
  /** Fields and notes below the text. */
  form?: ReactNode
} & (
    | { onConfirm: () => void }
    /** Id of the form that the last button submits. */
    | { submits: string }
  )

/** Asks for confirmation. The cancel button is first, and has the focus if there are no fields; the action is last. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, action, cancel, isDangerous, isPending = false, onClose, children, form } = props
  const { isDisabled = false, onEscape } = props
  const t = useMessages(fieldMessages)
  const button =
    'submits' in props
      ? { type: 'submit' as const, form: props.submits }
      : { onClick: props.onConfirm }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onEscape={onEscape}
      form={form}
      actions={
        <>
          <Button onClick={onClose}>{cancel ?? t.cancel}</Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            disabled={isDisabled}
            isPending={isPending}
            {...button}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

type ActionProps<Reply> = DialogProps & {
  run: () => Promise<Reply>
  /** Called after the dialog has closed. */
  onDone: (reply: Reply) => void
  /** Called with an error response. The error is shown unless the callback closes the dialog. */
  onRefused?: (refusal: Refusal) => void
  /** Error text that names the failed action. */
  failed: string
  /** Texts of error codes. */
  texts?: Readonly<Record<string, unknown>>
}

/** Runs `run` on confirmation, then closes. If `run` fails, the dialog stays open and shows the error. */
export function ConfirmAction<Reply>(props: ActionProps<Reply>) {
  const { run, onDone, onRefused, failed, texts = {}, children, ...dialog } = props
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (reply) => {
      dialog.onClose()
      onDone(reply)
    },
    onError: (error) => {
      if (error instanceof Refusal) onRefused?.(error)
    },
  })
  return (
    <ConfirmDialog {...dialog} isPending={mutation.isPending} onConfirm={() => mutation.mutate()}>
      {children}
      {mutation.error && <Failure text={failed} texts={texts} error={mutation.error} />}
    </ConfirmDialog>
  )
}

type FormProps<Name extends string> = DialogProps & { form: FormState<Name>; fields: ReactNode }

/** A dialog with a form, which the last button submits. Escape asks before discarding typed input. */
export function FormDialog<Name extends string>({ form, fields, ...dialog }: FormProps<Name>) {
  const t = useMessages(fieldMessages)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <ConfirmDialog
        {...dialog}
        onEscape={form.isChanged ? () => setLeaving(true) : undefined}
        action={form.isSending ? t.sending : dialog.action}
        isPending={form.isSending}
        submits={form.id}
        form={
          <Form form={form}>
            {fields}
            {form.isSending && <StopWaiting onStop={form.stopWaiting} />}
          </Form>
        }
      />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={dialog.onClose} />}
    </>
  )
}
