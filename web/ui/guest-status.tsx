import { createContext, use } from 'react'
import { fill } from '#contract/locale.ts'
import type { CheckedRow } from '#contract/guest-row.ts'
import { useMessages } from '../locale.ts'
import { useTextOf } from './failure.tsx'
import { isBlank, type Guest, type GuestFault } from './guests.ts'
import { guestMessages as messages } from './guest-messages.ts'

/** What a feature says of the faults that only its server finds. */
export const GuestWords = createContext<Readonly<Record<string, unknown>>>({})

export function FaultText({ fault: { rule, company = '', row = 0 } }: { fault: GuestFault }) {
  const textOf = useTextOf({ ...useMessages(messages), ...use(GuestWords) })
  return fill(textOf(rule) ?? textOf('invalidInput') ?? rule, { company, row })
}

type StatusProps = {
  guest: Guest
  faults: readonly GuestFault[]
  outcome: CheckedRow['outcome'] | undefined
}

export function Status({ guest, faults, outcome }: StatusProps) {
  const t = useMessages(messages)
  if (isBlank(guest)) return null
  if (faults.length > 0) return <span data-kind="wrong">{t.toMend}</span>
  if (outcome === 'give') return t.willGive
  return outcome === 'invite' ? <span data-kind="right">{t.right}</span> : t.notChecked
}
