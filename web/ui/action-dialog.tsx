import type { ReactNode } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/refusal.ts'
import { ConfirmAction, FormDialog } from './confirm.tsx'
import { targetOf, useFormOf } from './form.tsx'
import { missingReason } from './form-faults.ts'
import type { FormOptions, FormState, Typed, Values } from './form-state.ts'
import { ReasonField } from './reason-field.tsx'
import { showSuccess } from './snackbar.tsx'

type Texts = Readonly<Record<string, unknown>>

type ReasonOptions = {
  reason: 'required'
  /** Label and hint of the reason, and the errors of the endpoint by name. */
  t: Texts & { reason: string; reasonHint: string }
}

type AskedForm<V extends Values, Key extends string> = {
  form: Pick<FormOptions<V, unknown>, 'initial' | 'toBody' | 'check' | 'summaryFrom'> & {
    fields: (form: FormState<keyof V & string, Key, Typed<V>>) => ReactNode
  }
  /** Labels and hints of the fields, and the errors of the endpoint, by name. */
  t: Readonly<Record<Key, unknown>>
}

type Confirmation<E extends Endpoint> = {
  /** Error text that names the failed action. */
  failed: string
  /** Errors of the endpoint by name. */
  t?: Texts
  /** `{}` by default. */
  body?: CallInput<E>['body']
}

type Frame<E extends Endpoint> = Pick<CallInput<E>, 'params' | 'headers'> & {
  endpoint: E
  /** Label of the action: a verb. */
  text: string
  /** Label of the dialog's last button, if it differs from `text`. */
  confirm?: string
  /** Label of the Cancel button, if "Cancel" would be ambiguous. */
  cancel?: string
  title: string
  /** Effect of the action, in one or more paragraphs. */
  effect?: string | readonly string[]
  /** Content below the effect, such as the number of open sessions. */
  children?: ReactNode
  /** `usual`: the dialog's button is red. `grave`: the action is also separate from the others, and red in menus. */
  danger?: 'usual' | 'grave' | undefined
  /** True if the action would change nothing; `children` explains the reason. */
  isDisabled?: boolean
  /** Text of the snackbar. `input` has the values of the form. */
  done?: string | ((reply: Reply<E>, input: Readonly<Record<string, unknown>>) => string)
  /** Called after the dialog has closed. */
  onDone?: (reply: Reply<E>) => void
  /**
   * Called in place of `onDone` if the action waits for two-person approval, but not by a dialog that only asks for
   * confirmation. Needed outside the admin area, which itself informs the admin.
   */
  onAsked?: () => void
  /** Called with an error response; returns true if it has handled the error, which closes the dialog. */
  onRefused?: (refusal: Refusal) => boolean
}

/** An action and its dialog, which asks for a reason, for the fields of a form, or for confirmation only. */
export type AskedAction<E extends Endpoint, V extends Values, Key extends string> = Frame<E> &
  (ReasonOptions | AskedForm<V, Key> | Confirmation<E>)

type Closing = { onClose: () => void }

/** The dialog of an action. On success it closes, shows the snackbar and calls `onDone`. */
export function ActionDialog<E extends Endpoint, V extends Values, Key extends string>(
  props: AskedAction<E, V, Key> & Closing,
) {
  if ('failed' in props) return <ConfirmationDialog {...props} />
  if ('form' in props) return <AskedFormDialog {...props} />
  const { t } = props
  return (
    <AskedFormDialog
      {...props}
      form={{
        initial: { reason: '' },
        check: missingReason,
        fields: (form) => (
          <div ref={focusReason}>
            <ReasonField form={form} label={t.reason} />
          </div>
        ),
      }}
    />
  )
}

/** Makes the dialog focus the field when it opens, rather than a disclosure above it. */
function focusReason(container: HTMLElement | null): void {
  const field = container?.querySelector('input')
  if (field) field.autofocus = true
}

function ConfirmationDialog<E extends Endpoint>(props: Frame<E> & Confirmation<E> & Closing) {
  const { endpoint, body = {}, failed, t = {} } = props
  return (
    <ConfirmAction
      {...frameOf(props)}
      {...callbacksOf(props)}
      run={() => targetOf(endpoint, props).send(body)}
      failed={failed}
      texts={t}
    />
  )
}

function AskedFormDialog<E extends Endpoint, V extends Values, Key extends string>(
  props: Frame<E> & AskedForm<V, Key> & Closing,
) {
  const { endpoint, t } = props
  const { fields, ...options } = props.form
  const form = useFormOf(targetOf(endpoint, props), t, { ...options, ...callbacksOf(props) })
  return <FormDialog {...frameOf(props)} form={form} fields={fields(form)} />
}

function frameOf<E extends Endpoint>(props: Frame<E> & Closing) {
  const { text, confirm, cancel, title, effect = [], children, danger, isDisabled, onClose } = props
  return {
    title,
    action: confirm ?? text,
    cancel,
    isDangerous: danger !== undefined,
    isDisabled,
    onClose,
    children: (
      <>
        {[effect].flat().map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children}
      </>
    ),
  }
}

/** Returns the callbacks for the result of the call. Each closes the dialog, unless the dialog shows the error. */
function callbacksOf<E extends Endpoint>({
  done,
  onDone,
  onAsked,
  onRefused,
  onClose,
}: Frame<E> & Closing) {
  return {
    onDone: (reply: Reply<E>, input: Readonly<Record<string, unknown>> = {}) => {
      onClose()
      const text = typeof done === 'function' ? done(reply, input) : done
      if (text !== undefined) showSuccess(text)
      onDone?.(reply)
    },
    onRefused: (refusal: Refusal) => {
      const isHandled = onRefused?.(refusal) ?? false
      if (isHandled) onClose()
      return isHandled
    },
    ...(onAsked && {
      onAsked: () => {
        onClose()
        onAsked()
      },
    }),
  }
}
