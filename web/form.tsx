import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts'
import type { PasswordContext } from '#contract/password-rules.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from './api.ts'
import { fieldWords } from './field-words.ts'
import { faultsOfError, faultsOfValues, type Faults, type Values } from './form-faults.ts'
import { FormSummary } from './form-summary.tsx'
import styles from './form.module.css'
import { useHydrated } from './hydrated.ts'
import { useWords } from './locale.ts'
import { sayFailed } from './snackbar.tsx'

type Value = string | boolean

/** What fields and buttons need of the form that they stand in. */
export type FormState<Name extends string = string> = {
  id: string
  values: Readonly<Record<Name, Value>>
  faults: Faults
  isSending: boolean
  /** Rises with each sending: a shown password hides again. */
  attempt: number
  set(name: Name, value: Value): void
  onInput(): void
  onBlur(): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
  attach(element: HTMLFormElement | null): void
}

type Options<E extends Endpoint, Name extends string> = {
  /** The fields at the start; a name without an element (such as a token) keeps its value. */
  empty: Readonly<Record<Name, Value>>
  params?: Sent<E>['params']
  /** Whose new password is typed here, so that the rules can be checked before anything is sent. */
  context?: PasswordContext
  onDone: (reply: Reply<E>, values: Readonly<Record<Name, Value>>) => void
  /** True when the screen has dealt with the refusal itself. */
  onRefused?: (refusal: Refusal) => boolean
}

const nobody: Faults = { fields: {} }

/** A form for one endpoint: its schema checks the fields, its refusals find their words by name. */
export function useForm<const E extends Endpoint, Name extends string>(
  endpoint: E,
  say: Readonly<Record<string, unknown>>,
  options: Options<E, Name>,
): FormState<Name> {
  const id = useId()
  const element = useRef<HTMLFormElement | null>(null)
  const kept = useRef<Readonly<Record<Name, Value>>>(options.empty)
  const isBusy = useRef(false)
  const shared = useWords(fieldWords)
  const [values, setValues] = useState(options.empty)
  const [faults, setFaults] = useState<Faults>(nobody)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  useEffect(() => setValues(valuesOf(element.current, kept.current)), [])
  useEffect(() => focusFault(element.current, faults), [attempt])

  function wordOf(key: string): string | undefined {
    const word = say[key] ?? (shared as Record<string, unknown>)[key]
    return typeof word === 'string' ? word : undefined
  }

  function wrong(): Record<string, string> {
    const rules = { body: endpoint.body, context: options.context }
    return faultsOfValues(valuesOf(element.current, kept.current), rules, wordOf)
  }

  async function send(): Promise<void> {
    const sent = valuesOf(element.current, kept.current)
    try {
      const body = endpoint.body === undefined ? {} : { body: sent }
      const reply = await call(endpoint, { ...body, params: options.params } as Sent<E>)
      setFaults(nobody)
      options.onDone(reply, sent)
    } catch (error) {
      if (error instanceof Refusal && options.onRefused?.(error)) return
      const found = faultsOfError(error, sent, wordOf)
      if (found.general?.isUnknown) sayFailed(found.general.text, found.general)
      if (error instanceof Refusal) clearSecrets(element.current)
      setFaults(found)
      setAttempt((count) => count + 1)
    }
  }

  return {
    id,
    values,
    faults,
    isSending,
    attempt,
    set: (name, value) => {
      kept.current = { ...kept.current, [name]: value }
      const field = element.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && typeof value === 'string') field.value = value
      setValues(valuesOf(element.current, kept.current))
    },
    onInput: () => setValues(valuesOf(element.current, kept.current)),
    onBlur: () => {
      if (attempt > 0 && !isBusy.current) setFaults(({ general }) => ({ fields: wrong(), general }))
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (isBusy.current) return
      const fields = wrong()
      setFaults({ fields })
      setAttempt((count) => count + 1)
      if (Object.keys(fields).length > 0) return
      isBusy.current = true
      setSending(true)
      void send().finally(() => {
        isBusy.current = false
        setSending(false)
      })
    },
    attach: (form) => {
      element.current = form
    },
  }
}

type FormProps<Name extends string> = { form: FormState<Name>; title?: string; children: ReactNode }

export function Form<Name extends string>({ form, title, children }: FormProps<Name>) {
  const isHydrated = useHydrated()
  return (
    <form
      id={form.id}
      ref={form.attach}
      className={styles.form}
      method="post"
      noValidate
      aria-busy={form.isSending}
      data-hydrated={isHydrated || undefined}
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

type SubmitProps<Name extends string> = { form: FormState<Name>; children: ReactNode }

/** Enabled on hydration, and from then on for good: while sending it only says so. */
export function SubmitButton<Name extends string>({ form, children }: SubmitProps<Name>) {
  const say = useWords(fieldWords)
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      className={styles.submit}
      disabled={!isHydrated}
      aria-disabled={form.isSending || undefined}
    >
      {form.isSending ? say.sending : children}
    </button>
  )
}

function valuesOf<Name extends string>(
  form: HTMLFormElement | null,
  kept: Readonly<Record<Name, Value>>,
): Record<Name, Value> {
  const entries = (Object.entries(kept) as [Name, Value][]).map(([name, value]) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') return [name, field.checked]
    const isTyped = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
    return [name, isTyped ? field.value : value]
  })
  return Object.fromEntries(entries) as Record<Name, Value>
}

/** One wrong field takes the focus itself; several, or something else, are said over the form. */
function focusFault(form: HTMLFormElement | null, { fields, general }: Faults): void {
  const [name, ...others] = Object.keys(fields)
  const field = name === undefined ? null : form?.elements.namedItem(name)
  if (field instanceof HTMLElement && others.length === 0 && !general) {
    field.focus()
    if (field instanceof HTMLInputElement && field.dataset.code) field.select()
  } else if (name !== undefined || general) {
    form?.querySelector<HTMLElement>('[data-summary]')?.focus()
  }
}

function clearSecrets(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('[data-secret]') ?? []) field.value = ''
}
