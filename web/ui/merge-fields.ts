import type { Value, Values } from '../unsaved-input.ts'
import type { FormState } from './form-state.ts'

/** The fields of a form that another admin has changed since it was opened, by what the form does with them. */
type Merge = {
  /** Fields that only the other admin changed: the form takes their values. */
  adopted: readonly string[]
  /** Fields that both changed, to different values: the admin decides. */
  conflicts: readonly string[]
}

/** Compares what an admin typed (`mine`) and what was saved meanwhile (`theirs`) with what both began with. */
export function mergeFields(base: Values, mine: Values, theirs: Values): Merge {
  const names = Object.keys(theirs).filter((name) => !isEqual(base[name], theirs[name]))
  return {
    adopted: names.filter((name) => isEqual(base[name], mine[name])),
    conflicts: names.filter(
      (name) => !isEqual(base[name], mine[name]) && !isEqual(mine[name], theirs[name]),
    ),
  }
}

/** A conflict whose fields the admin decides one by one. */
export type MergeState = {
  /** Fields that both changed and that are not decided yet. */
  open: readonly string[]
  hasAdopted: boolean
  theirs: Values
}

/** Takes the fields that only the other admin changed into the form. Returns what the admin has to decide. */
export function beginMerge(
  form: Pick<FormState, 'values' | 'set'>,
  base: Values,
  theirs: Values,
): MergeState {
  const { adopted, conflicts } = mergeFields(base, form.values as Values, theirs)
  for (const name of adopted) form.set(name, theirs[name] as Value)
  return { open: conflicts, hasAdopted: adopted.length > 0, theirs }
}

/** Returns true if the controls contain the same values. */
export function areEqual(one: Values, other: Values): boolean {
  return Object.keys(other).every((name) => isEqual(one[name], other[name]))
}

function isEqual(one: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
