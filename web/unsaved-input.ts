/** The value of a field: text, a checkbox, a list, or null if the form distinguishes that from an empty list. */
export type Value = string | boolean | null | readonly unknown[]
export type Values = Readonly<Record<string, Value>>

/** A form of this page, with access to its input. */
type WatchedForm = {
  /** Key of the form, stable across reloads. */
  key: string
  /** Returns the values that differ from the initial ones. */
  findChanged: () => Values
  /** Returns the changed values that may be stored: no passwords or codes. */
  findKeepable: () => Values
}

type KeptInput = { typed?: Readonly<Record<string, Values>> }

const forms = new Set<WatchedForm>()
let isKept = false

export function hasUnsavedInput(): boolean {
  return [...forms].some(({ findChanged }) => Object.keys(findChanged()).length > 0)
}

/** Adds a form. Returns a function that removes it. */
export function watchInput(form: WatchedForm): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

/** Reloads the page. The history entry stores the input until the forms restore it. */
export function reloadWithInput(): void {
  const typed = Object.fromEntries([...forms].map(({ key, findKeepable }) => [key, findKeepable()]))
  history.replaceState({ ...(history.state as object | null), typed }, '')
  isKept = true
  location.reload()
}

/** Returns true if the page is reloading with its input, so that no warning is needed. */
export function isInputKept(): boolean {
  return isKept
}

/**
 * Returns the input that the form had before a reload, and removes it from the history entry. Empty if there is none.
 */
export function takeInput(key: string): Values {
  const { typed = {}, ...state } = (history.state ?? {}) as KeptInput
  const { [key]: input, ...others } = typed
  if (input === undefined) return {}
  history.replaceState({ ...state, typed: others }, '')
  return input
}
