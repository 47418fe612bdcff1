import { useState } from 'react'
import { Field, wiring, type FieldProps } from './field.tsx'
import type { FieldIssue } from './form-faults.ts'

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
        defaultValue={String(form.values[name])}
      />
    </Field>
  )
}

/** Returns the last second of a day in the browser's time zone; null for an empty or invalid day. */
export function endOfDay(day: unknown): string | null {
  const end = new Date(`${String(day)}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** Returns the day of a moment in the browser's time zone, such as 2026-11-23. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Returns the end of the day, as `endOfDay`; null also for a day in the past, which `pastDayIssues` reports. */
export function endOfFutureDay(day: unknown): string | null {
  return pastDayIssues('', day).length > 0 ? null : endOfDay(day)
}

/** Returns an issue if the day is in the past, for the `check` of a form. */
export function pastDayIssues(name: string, day: unknown): FieldIssue[] {
  const end = endOfDay(day)
  return end !== null && Date.parse(end) < Date.now() ? [{ name, key: 'inThePast' }] : []
}
