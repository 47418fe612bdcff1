import { useState, type ReactNode } from 'react'
import { Check, ChoiceGroup } from './choice-group.tsx'
import type { Codec } from './codecs.ts'
import type { FieldProps } from './field.tsx'

/** A list of ids, or null for all, including future ones. */
export const allOrSome: Codec<string[] | null, readonly string[] | null> = {
  show: (wire) => wire,
  read: (ids) => ids && [...ids],
  blank: [],
}

type Props<Name extends string> = FieldProps<Name> & {
  options: readonly { id: string; name: string }[]
  /** Label of the checkbox for all options. */
  all: string
  /**
   * The saved list. If the user unchecks "all" before selecting options, this list is selected, or every option if it
   * is null or undefined.
   */
  initial: readonly string[] | null | undefined
  /** Shown when there are no options. */
  empty: ReactNode
}

/** A checkbox for all options; if it is not checked, a checkbox for each. */
export function AllOrSome<Name extends string>({ all, initial, ...props }: Props<Name>) {
  const { form, name, options } = props
  const value = form.values[name] as readonly string[] | null
  const [some, setSome] = useState(value ?? initial ?? options.map(({ id }) => id))
  const select = (ids: readonly string[]) => {
    setSome(ids)
    form.set(name, ids)
  }
  return (
    <>
      <Check
        checked={value === null}
        onChange={({ target }) => form.set(name, target.checked ? null : some)}
      >
        {all}
      </Check>
      {value && <ChoiceGroup {...props} selectedIds={value} onChoose={select} />}
    </>
  )
}
