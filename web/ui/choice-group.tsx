import type { ComponentProps, ReactNode } from 'react'
import styles from './choice-group.module.css'
import { FieldFault, labelOf, type FieldProps } from './field.tsx'

type GroupProps = ComponentProps<'fieldset'> & { legend: ReactNode }

/** Controls of one question, as a fieldset. */
export function Group({ legend, children, ...others }: GroupProps) {
  return (
    <fieldset className={styles.group} {...others}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

/** A checkbox with its label. */
export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}

type ChoiceProps<Name extends string> = FieldProps<Name> & {
  options: readonly { id: string; name: string }[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
  /** Shown when there are no options. */
  empty: ReactNode
}

/** Any number of a few options. */
export function ChoiceGroup<Name extends string>(props: ChoiceProps<Name>) {
  const { form, name, options, chosen, onChoose, empty } = props
  return (
    <Group legend={labelOf(props)}>
      {options.length === 0 && <p className="soft">{empty}</p>}
      {options.map((option) => (
        <Check
          key={option.id}
          checked={chosen.includes(option.id)}
          onChange={({ target }) =>
            onChoose(
              target.checked ? [...chosen, option.id] : chosen.filter((id) => id !== option.id),
            )
          }
        >
          <bdi>{option.name}</bdi>
        </Check>
      ))}
      <FieldFault form={form} name={name} />
    </Group>
  )
}
