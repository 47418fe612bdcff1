import { useState } from 'react'
import { formatDay } from '#contract/day.ts'
import { numberFormat } from '#contract/locale.ts'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { dayOf } from '#web/ui/days.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Review } from './contract.ts'
import { messages } from './texts/messages.ts'

/** The number of open or decided items, and the day on which a strict review removes undecided access. */
export function Progress({ review }: { review: Review }) {
  const t = useMessages(messages)
  const gap = useGap()
  const { locale } = useLocale()
  const [now] = useState(() => new Date())
  const { dueAt, closedAt, takenAt, pending, kept, removed } = review
  const day = (time: Date) => formatDay(dayOf(time), locale)
  if (closedAt !== null) {
    const number = numberFormat(locale)
    const counts = { kept: number.format(kept), removed: number.format(removed) }
    return <Notice>{t.closed({ day: day(new Date(closedAt)), ...counts })}</Notice>
  }
  const due = new Date(dueAt)
  const isOverdue = due < now
  return (
    <Notice kind={isOverdue ? 'warning' : 'info'}>
      {(isOverdue ? t.overdue : t.open)({ count: pending, day: day(due) })}
      {gap}
      {takenAt !== null && t.strict({ day: day(new Date(takenAt)) })}
    </Notice>
  )
}
