import { fill } from '#contract/locale.ts'
import type { CheckedRow } from '#contract/guest-row.ts'
import { useMessages } from '#web/locale.ts'
import { useTextOf } from '#web/ui/failure.tsx'
import { isBlank, type Guest, type GuestFault } from './guests.tsx'
import { messages } from './messages.ts'

export function FaultText({ fault: { rule, company = '', row = 0 } }: { fault: GuestFault }) {
  const t = useMessages(messages)
  const textOf = useTextOf(t)
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
