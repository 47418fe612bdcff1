import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type SubmitEvent,
} from 'react'
import type { Endpoint, Reply, CallInput } from '#contract/endpoint.ts'
import type { PasswordContext } from '#contract/password-rules.ts'
import type { Refusal } from '#contract/refusal.ts'
import { fieldMessages } from './field-messages.ts'
import type { Faults, SaidFaults, Values, WordOf } from './form-faults.ts'
import { useMessages } from '../locale.ts'
import { showError } from './snackbar.tsx'
import { watchInput } from '../unsaved-input.ts'

export type Value = string | boolean

export type ValuesOf<Name extends string> = Readonly<Record<Name, Value>>

/** What fields and buttons need of the form that they stand in. */
export type FormState<Name extends string = string> = {
  id: string
  values: ValuesOf<Name>
  faults: SaidFaults
  isSending: boolean
  /** Gives up the answer, which may mean that the deed is done all the same. */
  stopWaiting(): void
  /** Rises with each sending: a shown password hides again. */
  attempt: number
  set(name: Name, value: Value): void
  onInput(): void
  onBlur(event: FocusEvent<HTMLFormElement>): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
}

export type FormOptions<E extends Endpoint, Name extends string> = {
  /** The fields at the start; a name without an element (such as a token) keeps its value. */
  empty: ValuesOf<Name>
  params?: CallInput<E>['params']
  headers?: CallInput<E>['headers']
  /** Where what is sent has another shape than what is typed, such as a list. */
  toBody?: (typed: ValuesOf<NoInfer<Name>>) => unknown
  /** Whose new password is typed here, so that the rules can be checked before anything is sent. */
  context?: (typed: ValuesOf<NoInfer<Name>>) => PasswordContext
  onDone: (reply: Reply<E>, sent: ValuesOf<Name>) => void
  /** Goes around the call, such as where a fresh code is asked for. */
  around?: <Result>(deed: () => Promise<Result>) => Promise<Result>
  /** True when the screen has dealt with the refusal itself. */
  onRefused?: (refusal: Refusal) => boolean
}

/** The elements own what is typed, so that nothing typed before hydration is lost. */
export function useValues<Name extends string>(id: string, empty: ValuesOf<Name>) {
  const kept = useRef<ValuesOf<Name>>(empty)
  const [values, setValues] = useState(empty)
  const read = (): ValuesOf<Name> => valuesOf(elementOf(id), kept.current)
  const onInput = (): void => setValues(read())
  const isTyped = useEffectEvent(() => {
    const typed: Values = read()
    return Object.entries(empty as Values).some(([name, value]) => typed[name] !== value)
  })

  useEffect(() => watchInput(() => isTyped()), [])

  useEffect(() => {
    const frame = requestAnimationFrame(() => setValues(valuesOf(elementOf(id), kept.current)))
    return () => cancelAnimationFrame(frame)
  }, [id])

  function set(name: Name, value: Value): void {
    kept.current = { ...kept.current, [name]: value }
    const field = elementOf(id)?.elements.namedItem(name)
    if (isTypedInto(field) && typeof value === 'string') field.value = value
    onInput()
  }

  return { values, read, set, onInput }
}

/** What is wrong, shown anew with each attempt, which also moves the focus there. */
export function useFaults(id: string, read: () => Values, wordOf: WordOf) {
  const [faults, setFaults] = useState<Faults>({ fields: {} })
  const [attempted, setAttempted] = useState<{ count: number; faults: Faults }>({
    count: 0,
    faults,
  })
  const judged = useRef<Values>({})

  useEffect(() => focusFault(id, attempted.faults), [id, attempted])

  function show(found: Faults): void {
    const { general } = found
    if (general?.isUnknown) showError(wordOf(general.key) ?? '', general)
    judged.current = read()
    setFaults(found)
    setAttempted(({ count }) => ({ count: count + 1, faults: found }))
  }

  /** As a field is left: what was said of it stands until it is changed, and an empty one is not scolded. */
  function correct(typed: Values, wrong: Faults['fields']): void {
    const before = judged.current
    setFaults(({ fields, general }) => {
      const standing = Object.entries(fields).filter(([name]) => typed[name] === before[name])
      const found = Object.entries(wrong).filter(([name]) => typed[name] || name in fields)
      return { fields: { ...Object.fromEntries(found), ...Object.fromEntries(standing) }, general }
    })
  }

  return { faults, attempt: attempted.count, show, correct }
}

/** A second press while the first is under way does nothing. */
export function useOneAtATime(
  deed: (signal: AbortSignal) => Promise<void>,
): [start: () => void, isBusy: boolean, stop: () => void] {
  const running = useRef<AbortController>(undefined)
  const [isBusy, setBusy] = useState(false)

  function start(): void {
    if (running.current) return
    running.current = new AbortController()
    setBusy(true)
    void deed(running.current.signal).finally(() => {
      running.current = undefined
      setBusy(false)
    })
  }

  return [start, isBusy, () => running.current?.abort()]
}

/** The feature's own words first, then the shared ones. */
export function useWordOf(t: Readonly<Record<string, unknown>>): WordOf {
  const shared: Readonly<Record<string, unknown>> = useMessages(fieldMessages)
  return (key) => {
    const word = t[key] ?? shared[key]
    return typeof word === 'string' ? word : undefined
  }
}

export function idOf<Name extends string>(form: FormState<Name>, name: Name): string {
  return `${form.id}-${name}`
}

/** One wrong field takes the focus itself; several, or something else, are said over the form. */
function focusFault(id: string, { fields, general }: Faults): void {
  const [name, ...others] = Object.keys(fields)
  const field = document.getElementById(`${id}-${name}`)
  if (field && others.length === 0 && !general) {
    field.focus()
    if (field instanceof HTMLInputElement && field.dataset.code !== undefined) field.select()
  } else if (name !== undefined || general) {
    elementOf(id)?.querySelector<HTMLElement>('[data-summary]')?.focus()
  }
}

export function clearSecrets(id: string): void {
  for (const field of elementOf(id)?.querySelectorAll<HTMLInputElement>('[data-secret]') ?? []) {
    field.value = ''
  }
}

function valuesOf<Name extends string>(
  form: HTMLFormElement | null,
  kept: ValuesOf<Name>,
): ValuesOf<Name> {
  const entries = Object.entries(kept as Values).map(([name, value]) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') return [name, field.checked]
    return [name, isTypedInto(field) ? field.value : value]
  })
  return Object.fromEntries(entries) as Record<Name, Value>
}

function isTypedInto(field: unknown): field is { value: string } {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some(
    (kind) => field instanceof kind,
  )
}

function elementOf(id: string): HTMLFormElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLFormElement ? element : null
}
