import type { ComponentProps, ReactNode } from 'react'
import styles from './choice-group.module.css'
import { FieldFault, labelOf, type FieldProps } from './field.tsx'
import { idOf } from './form-state.ts'

type GroupProps = ComponentProps<'fieldset'> & { legend: ReactNode }

/** A fieldset for the controls of one question. */
export function Group({ legend, children, ...others }: GroupProps) {
  return (
    <fieldset className={`stack-2 ${styles.group}`} {...others}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

/** A checkbox with its label. */
export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="line-3 tall">
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}

type ChoiceProps<Name extends string> = FieldProps<Name> & {
  options: readonly { id: string; name: string }[]
  selectedIds: readonly string[]
  onChoose: (ids: readonly string[]) => void
  /** Shown when there are no options. */
  empty?: ReactNode
}

type FrameProps<Name extends string> = FieldProps<Name> & { children: ReactNode }

/** A question with several controls and its error message. */
export function ChoiceFrame<Name extends string>(props: FrameProps<Name>) {
  const { form, name, children } = props
  const id = idOf(form, name)
  return (
    <Group id={id} tabIndex={-1} legend={<span id={`${id}-label`}>{labelOf(props)}</span>}>
      {children}
      <FieldFault form={form} name={name} />
    </Group>
  )
}

/** Checkboxes to select any number of a few options. */
export function ChoiceGroup<Name extends string>(props: ChoiceProps<Name>) {
  const { options, selectedIds, onChoose, empty } = props
  return (
    <ChoiceFrame {...props}>
      {options.length === 0 && <p className="soft">{empty}</p>}
      {options.map((option) => (
        <Check
          key={option.id}
          checked={selectedIds.includes(option.id)}
          onChange={({ target }) =>
            onChoose(
              target.checked
                ? [...selectedIds, option.id]
                : selectedIds.filter((id) => id !== option.id),
            )
          }
        >
          <bdi>{option.name}</bdi>
        </Check>
      ))}
    </ChoiceFrame>
  )
}
