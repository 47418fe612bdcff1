import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import type { Link } from '#contract/links.ts'
import { formatFullDay } from '#contract/relative-time.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { LinkTo } from '../link-to.tsx'
import { useLocale, useMessages } from '../locale.ts'
import { useAdminMe } from '../me.ts'
import { useParts } from './parts.ts'
import { ActivityDays } from './activity-days.tsx'
import { activityMessages } from './texts/messages.ts'
import { boundsOf, periodOf, periods, type Period } from './activity-periods.ts'
import { isSearch } from './activity-runs.ts'
import styles from './activity.module.css'
import { browserTimeZone, zoneChoice } from '../time-zones.ts'
import { useZoneNames } from '../zone-names.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Illustration } from '../ui/illustration.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'

type Page = { rows: AuditEntry[]; next?: string | undefined }
type Query = { startDate?: string; endDate?: string; cursor?: string }

type Props = {
  /** Prefix of the query key, which identifies the user or admin in the cache. */
  keyPrefix: readonly string[]
  find: (query: Query, signal: AbortSignal) => Promise<Page>
  /** Time of the last login; null if there was none or it is unknown. */
  lastLogin: string | null
  /** The selected period from the URL. */
  period: string | undefined
  onPeriod: (period: Period) => void
  /** Link to the audit log with the same filter. */
  log: Link
}

/** The actions by and on a user or admin, grouped by day, latest first. */
export function Activity(props: Props) {
  return (
    <div className={styles.place}>
      <ActivityPanel {...props} />
    </div>
  )
}

function ActivityPanel(props: Props) {
  const { keyPrefix, find, lastLogin, onPeriod, log } = props
  const { EntryDetails } = useParts()
  const t = useMessages(activityMessages)
  const zone = useZoneText()
  const period = periods.find((each) => each === props.period) ?? 'all'
  const [openId, setOpenId] = useState<string>()
  const { permissions } = useAdminMe()
  const list = useActivity({ keyPrefix, find, period, lastLogin })
  const entries = list.data?.pages.flatMap(({ rows }) => rows).filter((each) => !isSearch(each))
  const index = entries?.findIndex(({ id }) => id === openId) ?? -1
  const [previous, entry, next] = [entries?.[index - 1], entries?.[index], entries?.[index + 1]]
  const openerOf = (other: AuditEntry | undefined) => other && (() => setOpenId(other.id))
  return (
    <Panel title={t.title} intro={t.activityZone({ zone })}>
      <div className={styles.periods}>
        <Periods period={period} lastLogin={lastLogin} onPeriod={onPeriod} />
        <LogLink to={log} />
      </div>
      <div className="stack-4">
        {list.isPending && <Skeleton rows={6} text={t.activityLoading} />}
        {list.error && (
          <Failure text={t.activityFailed} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {entries?.length === 0 && !list.hasNextPage && (
          <Nothing keyPrefix={keyPrefix} period={period} lastLogin={lastLogin} />
        )}
        {entries && <ActivityDays entries={entries} onOpen={({ id }) => setOpenId(id)} />}
        {list.hasNextPage && (
          <div className="button-row">
            <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t.activityMore}
            </Button>
          </div>
        )}
        {!permissions.includes('view_admin_audit_log') && (
          <p className="soft">{t.activityAdmins}</p>
        )}
      </div>
      {entry && (
        <EntryDetails
          entry={entry}
          onClose={() => setOpenId(undefined)}
          previous={openerOf(previous)}
          next={openerOf(next)}
        />
      )}
    </Panel>
  )
}

/** Returns the place and offset of the browser's time zone. */
function useZoneText(): string {
  const { locale } = useLocale()
  return zoneChoice(browserTimeZone(), { locale, names: useZoneNames() }).text
}

function LogLink({ to }: { to: Link }) {
  const t = useMessages(activityMessages)
  return (
    <LinkTo to={to} className="side-link">
      {t.activityInLog}
    </LinkTo>
  )
}

type PeriodProps = Pick<Props, 'lastLogin' | 'onPeriod'> & { period: Period }

/** Buttons for the periods. Offers the day of the last login only if it is before yesterday. */
function Periods({ period, lastLogin, onPeriod }: PeriodProps) {
  const t = useMessages(activityMessages)
  const hasLast = lastLogin !== null && periodOf(lastLogin, defaultTimeZone()) === 'last'
  return (
    <div role="group" aria-label={t.period}>
      {periods
        .filter((each) => each !== 'last' || hasLast)
        .map((each) => (
          <button
            key={each}
            type="button"
            className="pill"
            aria-pressed={each === period}
            onClick={() => onPeriod(each)}
          >
            {t[`period_${each}`]}
          </button>
        ))}
    </div>
  )
}

type NothingProps = Pick<Props, 'keyPrefix' | 'lastLogin'> & { period: Period }

/** A message for an empty period. For today, yesterday and the week, it shows the time of the latest cached action. */
function Nothing({ keyPrefix, period, lastLogin }: NothingProps) {
  const t = useMessages(activityMessages)
  const { locale } = useLocale()
  const zone = defaultTimeZone()
  const allActivity = useQueryClient().getQueryData<InfiniteData<Page>>(keyOf(keyPrefix, 'all'))
  const last = allActivity?.pages[0]?.rows.find((each) => !isSearch(each))?.timestamp
  const titles = { all: t.activityNone, last: t.older }
  const hints = {
    all: t.activityNoneHint,
    last: t.olderHint({ day: lastLogin === null ? '' : formatFullDay(lastLogin, locale, zone) }),
  }
  const textKey = period === 'all' || period === 'last' ? period : undefined
  const hint = last && t.activityLast({ time: formatTime(last, locale, zone) })
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{textKey ? titles[textKey] : t.activityNoneIn}</strong>
      <p>{textKey ? hints[textKey] : hint}</p>
    </div>
  )
}

const keyOf = (prefix: readonly string[], period: Period) =>
  [...prefix, 'activity', period] as const

type ActivityProps = Pick<Props, 'keyPrefix' | 'find' | 'lastLogin'> & { period: Period }

function useActivity({ keyPrefix, find, period, lastLogin }: ActivityProps) {
  return useInfiniteQuery({
    queryKey: keyOf(keyPrefix, period),
    queryFn: ({ pageParam, signal }) =>
      find(
        { ...boundsOf(period, lastLogin), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}
