import { createContext, use } from 'react'
import type { CheckedRow } from '#contract/guest-row.ts'
import { useMessages } from '../locale.ts'
import { useTextOf } from '../ui/failure.tsx'
import { textFields, isBlank, type Guest, type GuestFault } from './guests.ts'
import { guestMessages as messages } from './texts/messages.ts'

/** A feature's texts for errors that only the server can find. */
export const GuestWords = createContext<Readonly<Record<string, unknown>>>({})

export function FaultText({ fault }: { fault: GuestFault }) {
  const { rule, company = '', row = 0, language = '' } = fault
  const textOf = useTextOf({ ...useMessages(messages), ...use(GuestWords) })
  const values = { company, row, language }
  return textOf(rule, values) ?? textOf('invalidInput') ?? rule
}

/** An error message that begins with the field's name for first and last names. */
export function FieldFaultText({ fault }: { fault: GuestFault }) {
  const t = useMessages(messages)
  const { field } = fault
  const isNamed = field === 'firstname' || field === 'lastname'
  return (
    <>
      {isNamed && `${t.ofField({ field: t[field] })} `}
      <FaultText fault={fault} />
    </>
  )
}

type StatusProps = {
  guest: Guest
  faults: readonly GuestFault[]
  outcome: CheckedRow['outcome'] | undefined
}

/** A one-line status of a row. Shows only the first error, so that the row keeps its height during edits. */
export function Status({ guest, faults, outcome }: StatusProps) {
  const t = useMessages(messages)
  if (isBlank(guest)) return null
  const fields = [...textFields, 'language'] as const
  const [fault] = fields.flatMap((field) => faults.filter((each) => each.field === field))
  if (fault) {
    return (
      <span data-kind={fault.isHint ? undefined : 'wrong'}>
        <FieldFaultText fault={fault} />
      </span>
    )
  }
  if (outcome === 'give') return t.willGive
  return outcome === 'invite' ? <span data-kind="right">{t.right}</span> : t.notChecked
}
