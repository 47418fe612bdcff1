import { Field, wiring, type FieldProps } from './field.tsx'

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
