import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { fill } from '#contract/locale.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { callPage } from '#web/list-call.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActivityDays } from './activity-days.tsx'
import { listActivity, type Details } from './contract.ts'
import { userPageMessages } from './user-page-messages.ts'
import styles from './activity.module.css'

const periods = ['all', 'today', 'yesterday', 'week'] as const
type Period = (typeof periods)[number]

/** What the audit log adds to an activity: the details of one of its entries, and the way to itself. */
export type ActivityInLog = {
  details: (entry: AuditEntry, links: AuditLinks, onClose: () => void) => ReactNode
  link: (id: string, text: string) => ReactNode
}

type Props = { user: Details; links: AuditLinks; log: ActivityInLog }

/** What the user did and what was done to the account, day by day, the latest first. */
export function Activity({ user, links, log }: Props) {
  const t = useMessages(userPageMessages)
  const [period, setPeriod] = useState<Period>('all')
  const [opened, setOpened] = useState<AuditEntry>()
  const { permissions } = useAdminMe()
  const list = useActivity(user.id, period)
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Panel title={t.tab_activity} intro={fill(t.activityZone, { zone: defaultTimeZone() })}>
      <div className={styles.periods}>
        <Periods period={period} onPeriod={setPeriod} />
        {log.link(user.id, t.activityInLog)}
      </div>
      {list.isPending && <Skeleton rows={6} text={t.activityLoading} />}
      {list.error && (
        <Failure text={t.activityFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {entries?.length === 0 && <Nothing id={user.id} period={period} />}
      {entries && <ActivityDays entries={entries} links={links} onOpen={setOpened} />}
      {list.hasNextPage && (
        <div className="button-row">
          <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.activityMore}
          </Button>
        </div>
      )}
      {!permissions.includes('view_admin_audit_log') && <p className="soft">{t.activityAdmins}</p>}
      {opened && log.details(opened, links, () => setOpened(undefined))}
    </Panel>
  )
}

type PeriodProps = { period: Period; onPeriod: (period: Period) => void }

function Periods({ period, onPeriod }: PeriodProps) {
  const t = useMessages(userPageMessages)
  return (
    <div role="group" aria-label={t.period}>
      {periods.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === period}
          onClick={() => onPeriod(each)}
        >
          {t[`period_${each}`]}
        </button>
      ))}
    </div>
  )
}

/** An empty period says when something happened last: the page has read that before. */
function Nothing({ id, period }: { id: string; period: Period }) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const whole = useQueryClient().getQueryData<ActivityPages>(keyOf(id, 'all'))
  const last = whole?.pages[0]?.rows[0]?.timestamp
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{period === 'all' ? t.activityNone : t.activityNoneIn}</strong>
      {period === 'all' && <p>{t.activityNoneHint}</p>}
      {period !== 'all' && last !== undefined && (
        <p>{fill(t.activityLast, { time: formatTime(last, locale, defaultTimeZone()) })}</p>
      )}
    </div>
  )
}

type ActivityPages = InfiniteData<{ rows: AuditEntry[] }>

const keyOf = (id: string, period: Period) => ['partner-user', id, 'activity', period] as const

function useActivity(id: string, period: Period) {
  return useInfiniteQuery({
    queryKey: keyOf(id, period),
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
