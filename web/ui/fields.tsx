import { useState, type ReactNode } from 'react'
import { fieldMessages } from './texts/messages.ts'
import { Field, FieldFault, labelOf, wiring, type FieldProps } from './field.tsx'
import { idOf } from './form-state.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './form.module.css'
import { useMessages } from '../locale.ts'

type TextProps<Name extends string> = FieldProps<Name> & {
  type?: 'text' | 'email' | 'tel'
  autoComplete: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  readOnly?: boolean
  isOptional?: boolean
  /** Text direction; URLs, codes and keys are left-to-right in every language. */
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

/** A field for several sentences. */
export function LongTextField<Name extends string>(
  props: FieldProps<Name> & { isOptional?: boolean },
) {
  const { form, name, isOptional } = props
  return (
    <Field {...props}>
      <textarea
        {...wiring(props)}
        dir="auto"
        rows={3}
        required={!isOptional}
        autoComplete="off"
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}

type PasswordProps<Name extends string> = FieldProps<Name> & {
  autoComplete: 'current-password' | 'current-password webauthn' | 'new-password'
  /** Content below the field, such as the checklist. */
  children?: ReactNode
}

// Password managers generate passwords by this attribute, which cannot express every rule of the checklist.
const passwordrules =
  'minlength: 12; required: lower; required: upper; required: digit; required: [-!#$%&*+?@_];'

/** A password field that shows the password on request and hides it again on submit. */
export function PasswordField<Name extends string>(props: PasswordProps<Name>) {
  const { form, name, autoComplete, children } = props
  const t = useMessages(fieldMessages)
  const [shownInAttempt, setShownInAttempt] = useState<number>()
  const [isCapsLock, setCapsLock] = useState(false)
  const isShown = shownInAttempt === form.attempt
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
          {...(autoComplete === 'new-password' && { passwordrules })}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          className="field-button"
          aria-pressed={isShown}
          aria-label={t.showPassword}
          aria-controls={idOf(form, name)}
          onClick={() => setShownInAttempt(isShown ? undefined : form.attempt)}
        >
          <LineIcon
            path={isShown ? `${eye}M4 4l16 16` : eye}
            box={24}
            size={22}
            strokeWidth={1.7}
          />
        </button>
      </div>
      <p role="status" className="hint unless-empty">
        {isCapsLock && t.capsLock}
      </p>
    </Field>
  )
}

const eye =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z'

/** A checkbox that must be checked, such as the acceptance of terms. */
export function CheckboxField<Name extends string>(props: FieldProps<Name>) {
  return (
    <div className={`stack-2 ${styles.field}`}>
      <label className={styles.check}>
        <input {...wiring(props)} type="checkbox" required />
        <span>{labelOf(props)}</span>
      </label>
      <FieldFault form={props.form} name={props.name} />
    </div>
  )
}
