import { useRef, useState, type ReactNode } from 'react'
import { fieldWords } from './field-words.ts'
import styles from './form.module.css'
import type { FormState } from './form.tsx'
import { useWords } from './locale.ts'

type FieldProps<Name extends string> = {
  form: FormState<Name>
  name: Name
  label: ReactNode
  hint?: ReactNode
}

type TextProps<Name extends string> = FieldProps<Name> & {
  type?: 'text' | 'email' | 'tel'
  autoComplete: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  readOnly?: boolean
  isOptional?: boolean
  /** Addresses, codes and keys read from left to right in every language. */
  dir?: 'ltr' | 'auto'
}

export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, type = 'text', autoComplete, inputMode, readOnly, isOptional, dir } = props
  const isAddress = type === 'email'
  return (
    <Field {...props}>
      <input
        {...wiring(props)}
        type={type}
        dir={dir ?? (type === 'text' ? 'auto' : 'ltr')}
        autoComplete={autoComplete}
        inputMode={inputMode ?? (type === 'text' ? undefined : type)}
        autoCapitalize={isAddress ? 'none' : undefined}
        spellCheck={isAddress ? false : undefined}
        readOnly={readOnly}
        required={!isOptional}
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}

type PasswordProps<Name extends string> = FieldProps<Name> & {
  autoComplete: 'current-password' | 'new-password'
  children?: ReactNode
}

/** Shown on request, hidden again when the form is sent. */
export function PasswordField<Name extends string>(props: PasswordProps<Name>) {
  const { form, name, autoComplete, children } = props
  const say = useWords(fieldWords)
  const [shownAt, setShownAt] = useState<number>()
  const [isCapsLock, setCapsLock] = useState(false)
  const isShown = shownAt === form.attempt
  const isNew = autoComplete === 'new-password'
  return (
    <Field {...props} below={children}>
      <div className={styles.password}>
        <input
          {...wiring(props)}
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          data-secret=""
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...(isNew && { passwordrules: passwordRulesHint })}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          className={styles.show}
          aria-pressed={isShown}
          aria-label={say.showPassword}
          aria-controls={idOf(form, name)}
          title={isShown ? say.hidePassword : say.showPassword}
          onClick={() => setShownAt(isShown ? undefined : form.attempt)}
        >
          <Eye isOpen={!isShown} />
        </button>
      </div>
      <p role="status" className={styles.caps}>
        {isCapsLock && say.capsLock}
      </p>
    </Field>
  )
}

/** For password managers that make one up; the checklist says what this cannot. */
const passwordRulesHint =
  'minlength: 12; required: lower; required: upper; required: digit; required: [-!#$%&*+?@_];'

export function CheckboxField<Name extends string>(props: FieldProps<Name>) {
  const fault = props.form.faults.fields[props.name]
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input {...wiring(props)} type="checkbox" required />
        <span>{props.label}</span>
      </label>
      <FieldFault id={`${idOf(props.form, props.name)}-fault`} text={fault} />
    </div>
  )
}

type SelectProps<Name extends string> = FieldProps<Name> & {
  autoComplete?: string
  options: readonly { value: string; text: string; lang?: string }[]
}

export function SelectField<Name extends string>(props: SelectProps<Name>) {
  return (
    <Field {...props}>
      <select
        {...wiring(props)}
        autoComplete={props.autoComplete}
        defaultValue={String(props.form.values[props.name])}
      >
        {props.options.map(({ value, text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

type FrameProps<Name extends string> = FieldProps<Name> & {
  isOptional?: boolean
  children: ReactNode
  below?: ReactNode
}

/** Label, hint, control and fault, tied together: for controls of any kind. */
export function Field<Name extends string>(props: FrameProps<Name>) {
  const { form, name, label, hint, isOptional, children, below } = props
  const say = useWords(fieldWords)
  const id = idOf(form, name)
  return (
    <div className={styles.field}>
      <label htmlFor={id} id={`${id}-label`}>
        {label} {isOptional && <small>({say.optional})</small>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <FieldFault id={`${id}-fault`} text={form.faults.fields[name]} />
      {below}
    </div>
  )
}

/** What a native control needs so that its label, hint and fault are read with it. */
export function wiring<Name extends string>({ form, name, hint }: FieldProps<Name>) {
  const id = idOf(form, name)
  const isWrong = form.faults.fields[name] !== undefined
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean)
  return {
    id,
    name,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': described.join(' ') || undefined,
  }
}

function idOf<Name extends string>(form: FormState<Name>, name: Name): string {
  return `${form.id}-${name}`
}

function FieldFault({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className={styles.fault}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path d="M8 4v5M8 11v1.2" stroke="var(--surface)" strokeWidth="1.6" />
      </svg>
      <span>{text}</span>
    </p>
  )
}

function Eye({ isOpen }: { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!isOpen && <path d="M4 4l16 16" strokeLinecap="round" />}
    </svg>
  )
}
