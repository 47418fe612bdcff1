import { Field, wiring, type FieldProps } from './field.tsx'

type Props<Name extends string> = FieldProps<Name> & {
  rows?: number
  isOptional?: boolean
  /** Where each line is something by itself: which of them are wrong is said once the field is. */
  isRight?: (line: string) => boolean
}

/** Text of several lines that is no prose: addresses, keys. It reads from left to right in every language. */
export function LinesField<Name extends string>(props: Props<Name>) {
  const { form, name, rows = 3, isOptional, isRight } = props
  const text = String(form.values[name])
  const wrong = linesOf(text).filter((line) => isRight && !isRight(line))
  const isFaulty = form.faults.fields[name] !== undefined
  return (
    <Field
      {...props}
      below={
        isFaulty &&
        wrong.map((line) => (
          <bdi key={line} dir="ltr">
            {line}
          </bdi>
        ))
      }
    >
      <textarea
        {...wiring(props)}
        dir="ltr"
        rows={rows}
        required={!isOptional}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={text}
      />
    </Field>
  )
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
