type Values = Readonly<Record<string, string | boolean>>

/** What a form of this page lets others know about its input. */
type WatchedForm = {
  /** Names the form, also after a reload. */
  key: string
  /** The values that differ from those at the beginning. */
  findChanged: () => Values
  /** Those of them that may be kept: no passwords, no codes. */
  findKeepable: () => Values
}

type KeptInput = { typed?: Readonly<Record<string, Values>> }

const forms = new Set<WatchedForm>()
let isKept = false

export function hasUnsavedInput(): boolean {
  return [...forms].some(({ findChanged }) => Object.keys(findChanged()).length > 0)
}

export function watchInput(form: WatchedForm): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

/** Reloads the page; the history entry keeps what was typed until the forms take it back. */
export function reloadWithInput(): void {
  const typed = Object.fromEntries([...forms].map(({ key, findKeepable }) => [key, findKeepable()]))
  history.replaceState({ ...(history.state as object | null), typed }, '')
  isKept = true
  location.reload()
}

/** Whether the page is reloading with its input: it need not be asked for. */
export function isInputKept(): boolean {
  return isKept
}

/** What was typed into the form before a reload, once. */
export function takeInput(key: string): Values {
  const { typed = {}, ...state } = (history.state ?? {}) as KeptInput
  const { [key]: taken, ...others } = typed
  if (taken === undefined) return {}
  history.replaceState({ ...state, typed: others }, '')
  return taken
}
