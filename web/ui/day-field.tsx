import { useState } from 'react'
import { dayOf, lastDay } from './days.ts'
import { Field, wiring, type FieldProps } from './field.tsx'

type DayProps<Name extends string> = FieldProps<Name> & { isOptional?: boolean }

/** A date field for today or a later day; may be left empty unless `isOptional` is false. */
export function DayField<Name extends string>(props: DayProps<Name>) {
  const { form, name, isOptional = true } = props
  const [today] = useState(() => dayOf(new Date()))
  return (
    <Field {...props} isOptional={isOptional}>
      <input
        {...wiring(props)}
        type="date"
        required={!isOptional}
        min={today}
        max={lastDay}
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}
