import { rich } from './rich.ts'
import { useMessages } from '../locale.ts'
import type { Value, Values } from '../unsaved-input.ts'
import { Button } from './button.tsx'
import { labelOf, type FieldProps } from './field.tsx'
import type { FormState } from './form-state.ts'
import { areEqual, type MergeState } from './merge-fields.ts'
import styles from './merge.module.css'
import { mergeMessages } from './texts/messages.ts'

export type MergeProps = {
  merge: MergeState
  form: FormState
  /** Called with the fields that are still to be decided. */
  onDecided: (open: readonly string[]) => void
  /** Called if the form contains only what the other admin has saved. */
  onNothingLeft: () => void
  /** Returns the text of a value that is not a plain text. */
  describe?: ((name: string, value: Value) => string | undefined) | undefined
  /** Names of fields without a label of that name. */
  labels?: Readonly<Record<string, string>> | undefined
}

/** Shows both values of each field that both admins changed, with buttons to decide. */
export function MergeFields(props: MergeProps) {
  const { merge, form, onDecided, onNothingLeft, describe, labels } = props
  const t = useMessages(mergeMessages)
  const textOf = (name: string, value: Value) =>
    describe?.(name, value) ?? (typeof value === 'string' && value !== '' ? value : '–')
  const without = (name: string) => merge.open.filter((each) => each !== name)

  function take(name: string): void {
    const value = merge.theirs[name] as Value
    form.set(name, value)
    onDecided(without(name))
    if (areEqual({ ...form.values, [name]: value } as Values, merge.theirs)) onNothingLeft()
  }

  const isOpen = merge.open.length > 0
  return (
    <>
      {isOpen && <p>{t.bothChanged}</p>}
      {!isOpen && <p>{merge.hasAdopted ? t.mergedWithTheirs : t.merged}</p>}
      {merge.open.map((name) => {
        const mine = <bdi className="strong">{textOf(name, form.values[name] as Value)}</bdi>
        const theirs = <bdi className="strong">{textOf(name, merge.theirs[name] as Value)}</bdi>
        return (
          <fieldset key={name} className={styles.field}>
            <legend>{labels?.[name] ?? labelOf({ form, name } as FieldProps<string>)}</legend>
            <div className="row-2 between">
              <span>{rich(t.mine, { value: mine })}</span>
              <Button isInRow onClick={() => onDecided(without(name))}>
                {t.keepMine}
              </Button>
            </div>
            <div className="row-2 between">
              <span>{rich(t.theirs, { value: theirs })}</span>
              <Button isInRow onClick={() => take(name)}>
                {t.takeTheirs}
              </Button>
            </div>
          </fieldset>
        )
      })}
    </>
  )
}
