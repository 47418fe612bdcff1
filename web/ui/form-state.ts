import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type SubmitEvent,
} from 'react'
import type { ApprovalAsked } from '#contract/call.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { TextOf } from './error-facts.ts'
import type { Faults, FieldIssue, Places } from './form-faults.ts'
import { takeInput, watchInput, type Value, type Values } from '../unsaved-input.ts'

export type { Value, Values }

/** Selector of password and code fields, which are not kept across a reload (nor is the proof of a human check). */
const secretFields = '[data-secret], [data-code], [name=recoveryCode]'

type ValuesOf<Name extends string> = Readonly<Record<Name, Value>>

/** The values of a form with these initial values: a checkbox that is checked at first may be unchecked. */
export type Typed<V extends Values> = {
  readonly [Name in keyof V]: V[Name] extends boolean ? boolean : V[Name]
}

/** The state of a form and the functions that its fields and buttons use. */
export type FormState<
  Name extends string = string,
  Key extends string = never,
  V extends Partial<ValuesOf<Name>> = Partial<ValuesOf<Name>>,
> = {
  id: string
  values: V
  /** Names of the fields whose values differ from the initial ones. */
  changed: readonly string[]
  isChanged: boolean
  faults: Faults
  textOf: TextOf
  /** The page's messages, which contain the labels and hints of the fields. */
  messages: Readonly<Record<Key, unknown>>
  isSending: boolean
  /** Stops waiting for the response; the server may still complete the request. */
  stopWaiting(): void
  summaryFrom: number
  /** Number that increases with each submit, which hides a visible password again. */
  attempt: number
  set(name: Name, value: Value): void
  /** Makes a submit wait for a value that arrives asynchronously; returns a function that undoes this. */
  hold(name: Name, waitForValue: () => Promise<void>): () => void
  onInput(): void
  onBlur(event: FocusEvent<HTMLFormElement>): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
}

export type FormOptions<V extends Values, Answer> = {
  /** Initial values; a name without an element (such as a token or a list) keeps its value until `set` changes it. */
  initial: V
  /** Converts the values to the request body, if the body has a different shape. */
  toBody?: (typed: Typed<NoInfer<V>>) => unknown
  /** Checks rules of the form that are not in the endpoint's schema. */
  check?: (typed: Typed<NoInfer<V>>) => readonly FieldIssue[]
  places?: Places
  /** Number of wrong fields from which a summary above the form lists them; 2 by default. */
  summaryFrom?: number | undefined
  /** Called with the reply, the values that were sent, and those that the form has now. */
  onDone: (reply: Answer, typed: Typed<NoInfer<V>>, current: Typed<NoInfer<V>>) => void
  /**
   * Called in place of `onDone` if the action waits for two-person approval. Needed outside the admin area, which
   * itself informs the admin.
   */
  onAsked?: (approval: ApprovalAsked, typed: Typed<NoInfer<V>>) => void
  /** Called with an error response; returns true if the screen has handled the error itself. */
  onRefused?: (refusal: Refusal) => boolean
}

/** Returns the values of a form. The DOM elements hold them, so that input typed before hydration is kept. */
export function useValues<V extends Values>(id: string, key: string, initial: V) {
  const storedValues = useRef<Values>(initial)
  const [values, setValues] = useState<Values>(initial)
  const read = () => valuesOf(elementOf(id), storedValues.current)
  const onInput = (): void => setValues(read())
  const changesOf = (current: Values): Values =>
    Object.fromEntries(
      Object.entries(current).filter(([name, value]) => !isSame(initial[name], value)),
    )
  const findChanged = useEffectEvent(() => changesOf(read()))
  const findKeepable = useEffectEvent((): Values => {
    const elements = elementOf(id)?.elements
    const keepable = Object.entries(findChanged()).filter(([name]) => {
      const field = elements?.namedItem(name)
      return field instanceof HTMLElement ? !field.matches(secretFields) : name !== 'humanCheck'
    })
    return Object.fromEntries(keepable)
  })
  const restore = useEffectEvent(() => {
    for (const [name, value] of Object.entries(takeInput(key))) set(name, value)
  })

  useEffect(() => {
    restore()
    // An effect event must not leave its component, hence the wrappers.
    return watchInput({ key, findChanged: () => findChanged(), findKeepable: () => findKeepable() })
  }, [key])

  useEffect(() => {
    // Reads input that was typed or restored before hydration.
    const frame = requestAnimationFrame(() =>
      setValues(valuesOf(elementOf(id), storedValues.current)),
    )
    return () => cancelAnimationFrame(frame)
  }, [id])

  function set(name: string, value: Value): void {
    storedValues.current = { ...storedValues.current, [name]: value }
    const field = elementOf(id)?.elements.namedItem(name)
    if (isCheckbox(field)) field.checked = value === true
    else if (isTypedInto(field) && typeof value === 'string') field.value = value
    onInput()
  }

  const changed = Object.keys(changesOf(values))
  return {
    values: values as Typed<V>,
    changed,
    isChanged: changed.length > 0,
    read: () => read() as Typed<V>,
    set,
    onInput,
  }
}

/** Returns the errors that are shown; each submit moves the focus to them. */
export function useFaults(id: string, read: () => Values, summaryFrom: number) {
  const [faults, setFaults] = useState<Faults>({ fields: {} })
  const [lastSubmit, setLastSubmit] = useState<{ count: number; faults: Faults }>({
    count: 0,
    faults,
  })
  const checkedValues = useRef<Values>({})

  useEffect(() => focusFault(id, lastSubmit.faults, summaryFrom), [id, lastSubmit, summaryFrom])

  function show(nextFaults: Faults): void {
    const ordered = { ...nextFaults, fields: inOrder(id, nextFaults.fields) }
    checkedValues.current = read()
    setFaults(ordered)
    setLastSubmit(({ count }) => ({ count: count + 1, faults: ordered }))
  }

  /**
   * Updates the errors when a field loses the focus. An error stays until the field's value changes; an untouched
   * empty field gets no error.
   */
  function correct(typed: Values, invalidFields: Faults['fields']): void {
    const before = checkedValues.current
    setFaults(({ fields, ...others }) => {
      const persistingFaults = Object.entries(fields).filter(
        ([name]) => typed[name] === before[name],
      )
      const newFaults = Object.entries(invalidFields).filter(
        ([name]) => isFilled(typed[name]) || name in fields,
      )
      const now = { ...Object.fromEntries(newFaults), ...Object.fromEntries(persistingFaults) }
      return { ...others, fields: inOrder(id, now) }
    })
  }

  return { faults, attempt: lastSubmit.count, show, correct }
}

/** Makes a submit wait for a value that arrives asynchronously, such as the proof of a human check. */
export function useHeldValue<Name extends string>() {
  const heldValue = useRef<{ name: Name; waitForValue: () => Promise<void> }>(undefined)

  function hold(name: Name, waitForValue: () => Promise<void>): () => void {
    heldValue.current = { name, waitForValue }
    return () => {
      heldValue.current = undefined
    }
  }

  /** Omits the error of the value that has yet to arrive. */
  function withoutHeld(fields: Faults['fields']): Faults['fields'] {
    const others = Object.entries(fields).filter(([name]) => name !== heldValue.current?.name)
    return Object.fromEntries(others)
  }

  /** Waits for the value; resolves to false if the signal aborts the wait. */
  async function arrival(signal: AbortSignal): Promise<boolean> {
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await Promise.race([heldValue.current?.waitForValue(), stopped])
    return !signal.aborted
  }

  return { hold, withoutHeld, arrival }
}

/** Runs `run` once at a time: ignores a start while the previous run is still in progress. */
export function useOneAtATime(
  run: (signal: AbortSignal) => Promise<void>,
): [start: () => void, isBusy: boolean, stop: () => void] {
  const running = useRef<AbortController>(undefined)
  const [isBusy, setBusy] = useState(false)

  function start(): void {
    if (running.current) return
    running.current = new AbortController()
    setBusy(true)
    void run(running.current.signal).finally(() => {
      running.current = undefined
      setBusy(false)
    })
  }

  return [start, isBusy, () => running.current?.abort()]
}

/** Returns the id of a field's control. */
export function idOf<Name extends string>(form: FormState<Name>, name: Name): string {
  return `${form.id}-${name}`
}

/** Sorts errors by the position of their fields on the page; fields that are not shown come last. */
function inOrder(id: string, fields: Faults['fields']): Faults['fields'] {
  const names = [...document.querySelectorAll(`[id^="${CSS.escape(id)}-"]`)].map((element) =>
    element.id.slice(id.length + 1),
  )
  const positions = new Map(names.map((name, index) => [name, index]))
  const positionOf = (name: string) => positions.get(name) ?? Infinity
  return Object.fromEntries(
    // Infinity - Infinity is NaN.
    Object.entries(fields).toSorted(([one], [other]) => positionOf(one) - positionOf(other) || 0),
  )
}

/** Moves the focus to the summary above the form if there is one, otherwise to the first wrong field. */
function focusFault(id: string, { fields, general }: Faults, summaryFrom: number): void {
  const names = Object.keys(fields)
  if (names.length === 0 && !general) return
  const needsSummary = general !== undefined || names.length >= summaryFrom
  // A wrong field that is not shown is listed in the summary, too.
  const field = needsSummary ? null : document.getElementById(`${id}-${names[0]}`)
  if (!field) return elementOf(id)?.querySelector<HTMLElement>('[data-summary]')?.focus()
  field.focus()
  if (field instanceof HTMLInputElement && field.dataset.code !== undefined) field.select()
}

/**
 * Empties each current password that is wrong. A new password stays, because its error says what to change, and the
 * checklist beside it describes the field.
 */
export function emptyWrongPasswords(id: string, { fields }: Faults): void {
  for (const name of Object.keys(fields)) {
    const field = elementOf(id)?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.autocomplete.startsWith('current-password'))
      field.value = ''
  }
}

function valuesOf(form: HTMLFormElement | null, storedValues: Values): Values {
  const entries = Object.entries(storedValues).map(([name, value]) => {
    const field = form?.elements.namedItem(name)
    if (isCheckbox(field)) return [name, field.checked] as const
    return [name, isTypedInto(field) ? field.value : value] as const
  })
  return Object.fromEntries(entries)
}

/** Returns true for equal values. Ignores the order of a list of texts, such as checkboxes, but not that of objects. */
function isSame(one: Value | undefined, other: Value): boolean {
  return one === other || (Array.isArray(other) && comparisonKey(one) === comparisonKey(other))
}

function comparisonKey(value: unknown): string {
  const isTextList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return JSON.stringify(isTextList ? value.toSorted() : value)
}

function isFilled(value: Value | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

function isCheckbox(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox'
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
