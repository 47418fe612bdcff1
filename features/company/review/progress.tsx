import { useState } from 'react'
import { formatDay } from '#contract/day.ts'
import { numberFormat } from '#contract/locale.ts'
import { formatList } from '#contract/text.ts'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { dayOf } from '#web/ui/days.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Review } from './contract.ts'
import styles from './page.module.css'
import { messages } from './texts/messages.ts'

/**
 * The number of reviewed users, the due day, the day on which a strict review removes undecided access, and the
 * decisions about the reader, which others make.
 */
export function Progress({ review }: { review: Review }) {
  const t = useMessages(messages)
  const gap = useGap()
  const { locale } = useLocale()
  const [now] = useState(() => new Date())
  const { dueAt, closedAt, takenAt, progress, kept, removed } = review
  const day = (time: Date) => formatDay(dayOf(time), locale)
  if (closedAt !== null || !progress) {
    const number = numberFormat(locale)
    const counts = { kept: number.format(kept), removed: number.format(removed) }
    return <Notice>{t.closed({ day: day(new Date(closedAt ?? dueAt)), ...counts })}</Notice>
  }
  const due = new Date(dueAt)
  const isOverdue = due < now
  const { users, pendingUsers, ownPending, ownDeciders } = progress
  const done = users - pendingUsers
  return (
    <Notice kind={isOverdue ? 'warning' : 'info'}>
      <span className={styles.progress}>
        <strong>{t.reviewedUsers({ done, users })}</strong>
        <progress value={done} max={Math.max(users, 1)} aria-hidden="true" />
        <span>
          {(isOverdue ? t.wasDue : t.due)({ day: day(due) })}
          {gap}
          {takenAt !== null && t.strict({ day: day(new Date(takenAt)) })}
        </span>
      </span>
      {ownPending > 0 && (
        <p className="soft">
          {ownDeciders.length > 0
            ? t.ownWaits({
                count: ownPending,
                names: formatList(ownDeciders, locale, 'disjunction'),
              })
            : t.own}
        </p>
      )}
    </Notice>
  )
}
