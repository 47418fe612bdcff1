import { useId, useState, type ReactNode } from 'react'
import type { Endpoint, CallInput } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '../api.ts'
import { fieldMessages } from './field-messages.ts'
import { Eye, Field, wiring, type FieldProps } from './field.tsx'
import { faultsOfError, faultsOfValues, inWords } from './form-faults.ts'
import { clearSecrets, idOf, useFaults, useOneAtATime, useValues, useWordOf } from './form-state.ts'
import { afterPointerUp } from '../after-pointer-up.ts'
import { isPagesAffair } from '../session.ts'
import type { FormOptions, FormState } from './form-state.ts'
import { FormSummary } from './form-summary.tsx'
import styles from './form.module.css'
import { useHydrated } from '../hydrated.ts'
import { useMessages } from '../locale.ts'
import { StepUpCancelled } from '../step-up-cancelled.ts'
import { Button } from './button.tsx'
import { closeSnackbar } from './snackbar.tsx'
import { StopWaiting } from './stop-waiting.tsx'

/** A form for one endpoint: its schema checks the fields, its refusals find their words by name. */
export function useForm<const E extends Endpoint, Name extends string>(
  endpoint: E,
  t: Readonly<Record<string, unknown>>,
  { empty, params, headers, toBody, context, onDone, onRefused, around }: FormOptions<E, Name>,
): FormState<Name> {
  const id = useId()
  const wordOf = useWordOf(t)
  const { values, read, set, onInput } = useValues(id, empty)
  const { faults, attempt, show, correct } = useFaults(id, read, wordOf)
  const [send, isSending, stopWaiting] = useOneAtATime(async (signal) => {
    const sent = read()
    try {
      const body = endpoint.body === undefined ? {} : { body: toBody?.(sent) ?? sent }
      const asked = { ...body, params, headers } as unknown as CallInput<E>
      const deed = () => call(endpoint, asked, { signal })
      onDone(await (around ? around(deed) : deed()), sent)
      show({ fields: {} })
    } catch (error) {
      // The page asks her to log in again; what she typed stays.
      if (isPagesAffair(error) || error instanceof StepUpCancelled) return
      if (error instanceof Refusal && onRefused?.(error)) return
      if (error instanceof Refusal) clearSecrets(id)
      onInput()
      show(faultsOfError(error, sent, wordOf))
    }
  })
  const wrong = () => {
    const typed = read()
    const rules = { body: endpoint.body, sent: toBody?.(typed), context: context?.(typed) }
    return faultsOfValues(typed, rules)
  }

  return {
    id,
    values,
    faults: inWords(faults, wordOf),
    isSending,
    stopWaiting,
    attempt,
    set,
    onInput,
    onBlur: ({ relatedTarget }) => {
      // What she steps into does not vanish below her.
      if (relatedTarget?.closest('[data-summary]')) return
      if (attempt > 0 && !isSending) afterPointerUp(() => correct(read(), wrong()))
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (isSending) return
      const fields = wrong()
      closeSnackbar()
      show({ fields })
      if (Object.keys(fields).length === 0) send()
    },
  }
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

/** Enabled on hydration, and from then on for good: while sending it only says so. */
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
  /** Addresses, codes and keys read from left to right in every language. */
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
  /** Stands below the field, such as the checklist. */
  children?: ReactNode
}

// For password managers that make one up; the checklist says what this cannot.
const passwordrules =
  'minlength: 12; required: lower; required: upper; required: digit; required: [-!#$%&*+?@_];'

/** Shown on request, hidden again when the form is sent. */
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
