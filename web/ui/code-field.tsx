import { useRef, type InputEvent } from 'react'
import { plainDigits } from '#contract/fields.ts'
import { Field, wiring, type FieldProps } from './field.tsx'
import styles from './form.module.css'

const length = 6
/** Time in which Enter is ignored after a complete code. */
const habitMs = 1000

/**
 * A field for a six-digit code. Extracts the code from text with spaces, dashes, non-Latin digits or whole sentences,
 * and submits the form once the code is complete.
 */
export function CodeField<Name extends string>(props: FieldProps<Name>) {
  const submittedCode = useRef('')

  function onInput(event: InputEvent<HTMLInputElement>): void {
    const field = event.currentTarget
    if (event.nativeEvent instanceof globalThis.InputEvent && event.nativeEvent.isComposing) return
    const code = plainDigits(field.value).slice(0, length)
    if (code !== field.value) field.value = code
    if (code.length < length || code === submittedCode.current) return
    submittedCode.current = code
    field.form?.requestSubmit()
    ignoreEnter()
  }

  return (
    <Field {...props}>
      <input
        {...wiring(props)}
        className={styles.code}
        type="text"
        data-code=""
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        required
        onInput={onInput}
      />
    </Field>
  )
}

/**
 * Ignores Enter for a second, or until another key is pressed. Many users press Enter out of habit after a code, and
 * would activate the element that has the focus by then.
 */
function ignoreEnter(): void {
  const listening = new AbortController()
  const { signal } = listening
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return listening.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true, signal })
  setTimeout(() => listening.abort(), habitMs)
}
