import { createContext, use } from 'react'
import { fill } from '#contract/locale.ts'
import type { CheckedRow } from '#contract/guest-row.ts'
import { useMessages } from '../locale.ts'
import { useTextOf } from './failure.tsx'
import { guestFields, isBlank, type Guest, type GuestFault } from './guests.ts'
import { guestMessages as messages } from './guest-messages.ts'

/** What a feature says of the faults that only its server finds. */
export const GuestWords = createContext<Readonly<Record<string, unknown>>>({})

export function FaultText({ fault: { rule, company = '', row = 0 } }: { fault: GuestFault }) {
  const textOf = useTextOf({ ...useMessages(messages), ...use(GuestWords) })
  return fill(textOf(rule) ?? textOf('invalidInput') ?? rule, { company, row })
}

const titles = {
  email: 'email',
  firstname: 'firstname',
  lastname: 'lastname',
  language: 'preferredLanguage',
} as const

type StatusProps = {
  guest: Guest
  faults: readonly GuestFault[]
  outcome: CheckedRow['outcome'] | undefined
}

/** One line for the whole row, so that no row grows or shrinks while it is being mended. */
export function Status({ guest, faults, outcome }: StatusProps) {
  const t = useMessages(messages)
  if (isBlank(guest)) return null
  const [fault] = guestFields.flatMap((field) => faults.filter((each) => each.field === field))
  if (fault) {
    return (
      <span data-kind="wrong">
        {fault.field !== 'email' && `${fill(t.ofField, { field: t[titles[fault.field]] })} `}
        <FaultText fault={fault} />
      </span>
    )
  }
  if (outcome === 'give') return t.willGive
  return outcome === 'invite' ? <span data-kind="right">{t.right}</span> : t.notChecked
}
