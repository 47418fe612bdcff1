import { useId, useState, type ReactNode } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '../api.ts'
import { fieldMessages } from './field-messages.ts'
import { Eye, Field, wiring, type FieldProps } from './field.tsx'
import { faultsOfError, faultsOfValues, withTexts } from './form-faults.ts'
import { clearSecrets, idOf, useFaults, useOneAtATime, useTextOf, useValues } from './form-state.ts'
import { afterPointerUp } from '../after-pointer-up.ts'
import { isPagesAffair } from '../session.ts'
import type { FormOptions, FormState, ValuesOf } from './form-state.ts'
import { FormSummary } from './form-summary.tsx'
import styles from './form.module.css'
import { useHydrated } from '../hydrated.ts'
import { useMessages } from '../locale.ts'
import { StepUpCancelled } from '../step-up-cancelled.ts'
import { Button } from './button.tsx'
import { closeSnackbar } from './snackbar.tsx'
import { StopWaiting } from './stop-waiting.tsx'

/** A form for one endpoint: its schema checks the fields, and error codes find their texts in `t` by name. */
export function useForm<const E extends Endpoint, Name extends string>(
  endpoint: E,
  t: Readonly<Record<string, unknown>>,
  options: FormOptions<E, Name>,
): FormState<Name> {
  const { empty, onDone, onRefused } = options
  const id = useId()
  const textOf = useTextOf(t)
  const { values, read, set, onInput } = useValues(id, empty)
  const { faults, attempt, show, correct } = useFaults(id, read, textOf)
  const [send, isSending, stopWaiting] = useOneAtATime(async (signal) => {
    const sent = read()
    try {
      onDone(await callWith(endpoint, options, { sent, signal }), sent)
      show({ fields: {} })
    } catch (error) {
      // The page shows its own dialog, and the form keeps what was typed.
      if (isPagesAffair(error) || error instanceof StepUpCancelled) return
      if (error instanceof Refusal) {
        if (onRefused?.(error)) return
        clearSecrets(id)
      }
      onInput()
      show(faultsOfError(error, sent, textOf))
    }
  })
  const findFaults = () => faultsOf(endpoint, options, read())

  return {
    id,
    values,
    faults: withTexts(faults, textOf),
    isSending,
    stopWaiting,
    attempt,
    set,
    onInput,
    onBlur: ({ relatedTarget }) => {
      // The link in the summary must not vanish while it is being pressed.
      if (relatedTarget?.closest('[data-summary]')) return
      if (attempt > 0 && !isSending) afterPointerUp(() => correct(read(), findFaults()))
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (isSending) return
      const fields = findFaults()
      closeSnackbar()
      show({ fields })
      if (Object.keys(fields).length === 0) send()
    },
  }
}

function faultsOf<E extends Endpoint, Name extends string>(
  { body }: E,
  { toBody, context }: FormOptions<E, Name>,
  typed: ValuesOf<Name>,
): Record<string, string> {
  return faultsOfValues(typed, { body, sent: toBody?.(typed), context: context?.(typed) })
}

function callWith<E extends Endpoint, Name extends string>(
  endpoint: E,
  { params, headers, toBody, around = (send) => send() }: FormOptions<E, Name>,
  { sent, signal }: { sent: ValuesOf<Name>; signal: AbortSignal },
): Promise<Reply<E>> {
  const body = endpoint.body === undefined ? {} : { body: toBody?.(sent) ?? sent }
  const input = { ...body, params, headers } as unknown as CallInput<E>
  return around(() => call(endpoint, input, { signal }))
}

type FormProps<Name extends string> = { form: FormState<Name>; title?: string; children: ReactNode }

export function Form<Name extends string>({ form, title, children }: FormProps<Name>) {
  return (
    <form
      id={form.id}
      className={styles.form}
      method="post"
      noValidate
      aria-busy={form.isSending}
      onInput={form.onInput}
      onBlur={form.onBlur}
      onSubmit={form.onSubmit}
    >
      {title !== undefined && <h2>{title}</h2>}
      <FormSummary form={form} />
      {children}
    </form>
  )
}

/** Disabled until hydration only: a disabled button would lose the focus while the form is sent. */
export function SubmitButton<Name extends string>({ form, children }: FormProps<Name>) {
  const t = useMessages(fieldMessages)
  const isHydrated = useHydrated()
  return (
    <>
      <Button type="submit" variant="primary" disabled={!isHydrated} isPending={form.isSending}>
        {form.isSending ? t.sending : children}
      </Button>
      {form.isSending && <StopWaiting onStop={form.stopWaiting} />}
    </>
  )
}

type TextProps<Name extends string> = FieldProps<Name> & {
  type?: 'text' | 'email' | 'tel'
  autoComplete: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  readOnly?: boolean
  isOptional?: boolean
  /** URLs, codes and keys are read from left to right in every language. */
  dir?: 'ltr' | 'auto'
}

export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, type = 'text', autoComplete, inputMode, readOnly, isOptional, dir } = props
  const isAddress = type === 'email'
  return (
    <Field {...props}>
      <input
        {...wiring(props)}
        type={type}
        dir={dir ?? (type === 'text' ? 'auto' : 'ltr')}
        autoComplete={autoComplete}
        inputMode={inputMode ?? (type === 'text' ? undefined : type)}
        autoCapitalize={isAddress ? 'none' : undefined}
        spellCheck={isAddress ? false : undefined}
        readOnly={readOnly}
        required={!isOptional}
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}

type PasswordProps<Name extends string> = FieldProps<Name> & {
  autoComplete: 'current-password' | 'new-password'
  /** Below the field, such as the checklist. */
  children?: ReactNode
}

// For the generators of password managers; it cannot express every rule of the checklist.
const passwordrules =
  'minlength: 12; required: lower; required: upper; required: digit; required: [-!#$%&*+?@_];'

/** Shows the password on request and hides it again when the form is sent. */
export function PasswordField<Name extends string>(props: PasswordProps<Name>) {
  const { form, name, autoComplete, children } = props
  const t = useMessages(fieldMessages)
  const [shownAt, setShownAt] = useState<number>()
  const [isCapsLock, setCapsLock] = useState(false)
  const isShown = shownAt === form.attempt
  return (
    <Field {...props} below={children}>
      <div className={styles.password}>
        <input
          {...wiring(props)}
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          data-secret=""
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...(autoComplete === 'new-password' && { passwordrules })}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={t.showPassword}
          aria-controls={idOf(form, name)}
          onClick={() => setShownAt(isShown ? undefined : form.attempt)}
        >
          <Eye isOpen={!isShown} />
        </button>
      </div>
      <p role="status" className={styles.caps}>
        {isCapsLock && t.capsLock}
      </p>
    </Field>
  )
}
