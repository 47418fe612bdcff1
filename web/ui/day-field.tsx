import { useState } from 'react'
import { Field, wiring, type FieldProps } from './field.tsx'
import type { FieldIssue } from './form-faults.ts'

type DayProps<Name extends string> = FieldProps<Name> & { isOptional?: boolean }

/** A day that is not over; it may be left empty, unless it is said otherwise. */
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
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}

/** The last moment of a day where the browser is; null for no day. */
export function endOfDay(day: unknown): string | null {
  const end = new Date(`${String(day)}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** The day of a moment where the browser is. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** For the `check` of a form: a day that is over is a fault. */
export function overDay(name: string, day: unknown): FieldIssue[] {
  const end = endOfDay(day)
  return end !== null && Date.parse(end) < Date.now() ? [{ name, key: 'inThePast' }] : []
}
