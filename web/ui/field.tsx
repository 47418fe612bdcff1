import type { ReactNode } from 'react'
import { fieldMessages } from './texts/messages.ts'
import { idOf, type FormState } from './form-state.ts'
import styles from './form.module.css'
import { useGap, useMessages } from '../locale.ts'

/**
 * Props of a field. Its label is the form's message `name`, and its hint is the message `${name}Hint` if it exists;
 * `label` and `hint` override them.
 */
export type FieldProps<Name extends string> = {
  name: Name
  hint?: ReactNode
} & (
  | { form: FormState<NoInfer<Name>, NoInfer<Name>>; label?: never }
  | { form: FormState<NoInfer<Name>>; label: ReactNode }
)

type FrameProps<Name extends string> = FieldProps<Name> & {
  isOptional?: boolean | undefined
  children: ReactNode
  /** Content below the error message. */
  below?: ReactNode
}

/** A field of any kind, with its label, hint, control and error message. */
export function Field<Name extends string>(props: FrameProps<Name>) {
  const { form, name, isOptional, children, below } = props
  const t = useMessages(fieldMessages)
  const gap = useGap()
  const id = idOf(form, name)
  return (
    <FieldFrame
      id={id}
      hint={hintOf(props)}
      label={
        <>
          {labelOf(props)}
          {isOptional && <small data-optional="">{gap + t.optional}</small>}
        </>
      }
    >
      {children}
      <FieldFault form={form} name={name} />
      {below}
    </FieldFrame>
  )
}

type PlainProps = { id: string; label: ReactNode; hint?: ReactNode; children: ReactNode }

/** A label and a hint for the control with this `id`, which need not belong to a form. */
export function FieldFrame({ id, label, hint, children }: PlainProps) {
  return (
    <div className={`stack-2 ${styles.field}`}>
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children}
    </div>
  )
}

export function labelOf<Name extends string>({ form, name, label }: FieldProps<Name>): ReactNode {
  return label ?? messageOf(form, name)
}

function hintOf<Name extends string>({ form, name, hint }: FieldProps<Name>): ReactNode {
  return hint ?? messageOf(form, `${name}Hint`)
}

function messageOf({ messages }: FormState, key: string): string | undefined {
  const text = (messages as Readonly<Record<string, unknown>>)[key]
  return typeof text === 'string' ? text : undefined
}

function attemptsText({ messages }: FormState, left: number): string | undefined {
  const { attemptsLeft } = messages as { attemptsLeft?: (values: { count: number }) => string }
  return attemptsLeft?.({ count: left })
}

/** Returns the attributes that connect a native control to its label, hint and error message. */
export function wiring<Name extends string>(props: FieldProps<Name>) {
  const { form, name } = props
  const id = idOf(form, name)
  const isWrong = form.faults.fields[name] !== undefined
  const descriptionIds = [
    ...(hintOf(props) === undefined ? [] : [`${id}-hint`]),
    ...(isWrong ? [`${id}-fault`] : []),
  ]
  return {
    id,
    name,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': descriptionIds.join(' ') || undefined,
  }
}

type FaultProps<Name extends string> = { form: FormState<NoInfer<Name>>; name: Name }

export function FieldFault<Name extends string>({ form, name }: FaultProps<Name>) {
  const key = form.faults.fields[name]
  if (key === undefined) return null
  const { attempts } = form.faults
  // The specification fixes the error text, so a message such as `emailRequired` repeats it and adds what to do.
  const text = messageOf(form, name + key.charAt(0).toUpperCase() + key.slice(1))
  const hint = attempts?.key === key ? attemptsText(form, attempts.left) : undefined
  return (
    <Fault id={`${idOf(form, name)}-fault`}>
      {text ?? form.textOf(key) ?? key} {hint !== undefined && <small>{hint}</small>}
    </Fault>
  )
}

/** The error message of a field. */
export function Fault({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.fault}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="7.5" fill="currentColor" />
        <path d="M8 4v5M8 10.8v1.4" stroke="var(--surface)" strokeWidth="1.8" />
      </svg>
      <span>{children}</span>
    </p>
  )
}
