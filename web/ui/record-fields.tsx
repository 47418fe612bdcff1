import { Check } from './choice-group.tsx'
import { linesOf } from './codecs.ts'
import { Field, FieldFault, labelOf, wiring, type FieldProps } from './field.tsx'

type SelectProps<Name extends string> = FieldProps<Name> & {
  autoComplete?: string
  options: readonly { value: string; text: string; lang?: string }[]
}

export function SelectField<Name extends string>(props: SelectProps<Name>) {
  const { form, name, autoComplete, options } = props
  return (
    <Field {...props}>
      <select
        {...wiring(props)}
        autoComplete={autoComplete}
        defaultValue={String(form.values[name])}
      >
        {options.map(({ value, text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A checkbox that may be left unchecked. */
export function SwitchField<Name extends string>(props: FieldProps<Name>) {
  const { form, name } = props
  return (
    <div>
      <Check {...wiring(props)} defaultChecked={form.values[name] === true}>
        {labelOf(props)}
      </Check>
      <FieldFault form={form} name={name} />
    </div>
  )
}

type LinesProps<Name extends string> = FieldProps<Name> & {
  rows?: number
  isOptional?: boolean
  /** Returns true if a line is valid; invalid lines are listed below the field. */
  isValid?: (line: string) => boolean
}

/** A field for several lines of URLs or keys, left to right in every language. */
export function LinesField<Name extends string>(props: LinesProps<Name>) {
  const { form, name, rows = 3, isOptional, isValid } = props
  const text = String(form.values[name])
  const invalidLines = linesOf(text).filter((line) => isValid && !isValid(line))
  const isFaulty = form.faults.fields[name] !== undefined
  return (
    <Field
      {...props}
      below={
        isFaulty &&
        invalidLines.map((line) => (
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
