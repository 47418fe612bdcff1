import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { formatDevice } from '#contract/device.ts'
import { counted } from '#contract/locale.ts'
import { dayOf, formatDay } from '#contract/relative-time.ts'
import { defaultTimeZone, formatOf, tags } from '#contract/time.ts'
import { callPage } from '#web/list-call.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import {
  AuditIcon,
  AuditSentence,
  useAuditReason,
  type AuditLinks,
} from '#web/ui/audit-sentence.tsx'
import { auditKindOf } from '#web/ui/audit-sentence-parts.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { listActivity, type Details } from './contract.ts'
import { userPageMessages } from './user-page-messages.ts'
import styles from './user-page.module.css'

const periods = ['all', 'today', 'yesterday', 'week'] as const
type Period = (typeof periods)[number]

type Props = { user: Details; links: AuditLinks }

/** What the user did and what was done to the account, day by day, the latest first. */
export function Activity({ user, links }: Props) {
  const t = useMessages(userPageMessages)
  const [period, setPeriod] = useState<Period>('all')
  const { permissions } = useAdminMe()
  const list = useActivity(user.id, period)
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Panel title={t.tab_activity}>
      <div role="group" aria-label={t.period} className={styles.periods}>
        {periods.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === period}
            onClick={() => setPeriod(each)}
          >
            {t[`period_${each}`]}
          </button>
        ))}
      </div>
      {list.isPending && <Skeleton rows={6} text={t.activityLoading} />}
      {list.error && (
        <Failure text={t.activityFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {entries?.length === 0 && (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{period === 'all' ? t.activityNone : t.activityNoneIn}</strong>
          {period === 'all' && <p>{t.activityNoneHint}</p>}
        </div>
      )}
      {entries && <Days entries={entries} links={links} />}
      {list.hasNextPage && (
        <div className="button-row">
          <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.activityMore}
          </Button>
        </div>
      )}
      {!permissions.includes('view_admin_audit_log') && <p className="soft">{t.activityAdmins}</p>}
    </Panel>
  )
}

function useActivity(id: string, period: Period) {
  return useInfiniteQuery({
    queryKey: ['partner-user', id, 'activity', period],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...boundsOf(period),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }
      return callPage(listActivity, { params: { id }, query }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

function midnight(daysAgo: number): string {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - daysAgo)
  return date.toISOString()
}

/** From midnight to midnight where the browser is. */
function boundsOf(period: Period): { startDate?: string; endDate?: string } {
  if (period === 'all') return {}
  if (period === 'yesterday') return { startDate: midnight(1), endDate: midnight(0) }
  return { startDate: midnight(period === 'week' ? 6 : 0) }
}

function Days({ entries, links }: { entries: readonly AuditEntry[]; links: AuditLinks }) {
  const { locale } = useLocale()
  const zone = defaultTimeZone()
  const days = [...new Set(entries.map(({ timestamp }) => dayOf(timestamp, zone)))]
  return days.map((day) => {
    const ofDay = entries.filter(({ timestamp }) => dayOf(timestamp, zone) === day)
    return (
      <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`}>
          {formatDay(ofDay[0]?.timestamp ?? day, locale, zone)} <Failures entries={ofDay} />
        </h3>
        <ul>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} links={links} />
          ))}
        </ul>
      </section>
    )
  })
}

function Failures({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const count = entries.filter((entry) => auditKindOf(entry) === 'failure').length
  if (count === 0) return null
  return (
    <span className="tag" data-kind="bad">
      {counted(t.failuresOfDay, count, locale)}
    </span>
  )
}

const clock = { hour: '2-digit', minute: '2-digit' } as const

function Entry({ entry, links }: { entry: AuditEntry; links: AuditLinks }) {
  const { locale } = useLocale()
  const reason = useAuditReason()(entry)
  const { timestamp, ipAddress, data } = entry
  const browser = typeof data['browser'] === 'string' ? data['browser'] : undefined
  const time = formatOf(tags[locale], defaultTimeZone(), clock).format(new Date(timestamp))
  return (
    <li className={styles.entry} data-failure={auditKindOf(entry) === 'failure'}>
      <AuditIcon entry={entry} />
      <time dateTime={timestamp}>{time}</time>
      <span className={styles.sentence}>
        <AuditSentence entry={entry} links={links} />
        {reason !== undefined && <small dir="auto">{reason}</small>}
      </span>
      <span className={styles.from}>
        {browser !== undefined && <bdi>{formatDevice(browser, locale)}</bdi>}
        {browser !== undefined && ipAddress !== '' && ' · '}
        <bdi dir="ltr">{ipAddress}</bdi>
      </span>
    </li>
  )
}
