import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit-entry.ts'
import * as adminLinks from '#contract/admin-links.ts'
import type { Locale } from '#contract/locale.ts'
import { formatRecentInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone, formatOf, formatTime, spaceDigits, tags } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { AuditIcon, AuditSentence, useAuditReason } from '#web/parts/audit-sentence.tsx'
import { BarChart } from '#web/ui/chart.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { Concerns } from './concerns.tsx'
import {
  getOverview,
  overviewKey,
  ranges,
  seriesActions,
  type Overview,
  type Range,
} from './contract.ts'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import { Tiles } from './tiles.tsx'

/** Failures in one bar, more than its logins, from which the bar leads to their summary. */
const minIncident = 20

type Props = { range: Range; onRange: (range: Range) => void }

const minuteMs = 60_000

/** Refetches every minute without extending the session. */
const overviewQuery = (range: Range) =>
  queryOptions({
    queryKey: overviewKey(range),
    queryFn: ({ signal, client, queryKey }) => {
      const background = client.getQueryData(queryKey) !== undefined
      return call(getOverview, { query: periodOf(range) }, { signal, background })
    },
    refetchInterval: minuteMs,
    staleTime: minuteMs / 2,
    placeholderData: keepPreviousData,
  })

/** Returns whole days in the browser's time zone, including today; the last 24 hours need no bounds. */
function periodOf(range: Range) {
  if (range === 'day') return {}
  const from = new Date()
  from.setDate(from.getDate() - ranges[range] + 1)
  from.setHours(0, 0, 0, 0)
  return { from: from.toISOString(), to: new Date().toISOString(), zone: defaultTimeZone() }
}

export const OverviewHeader = headerOf(messages)

/** Shows the overview of the period in the URL. */
export function OverviewScreen() {
  const { search, onSearch } = usePageSearch(adminLinks.overview)
  const range = Object.keys(ranges).find((each) => each === search.range) as Range | undefined
  return (
    <OverviewPage
      range={range ?? 'day'}
      onRange={(next) => onSearch(next === 'day' ? {} : { range: next })}
    />
  )
}

export function OverviewPage({ range, onRange }: Props) {
  const t = useMessages(messages)
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(range))
  const failure = error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  return (
    <Page>
      <OverviewHeader />
      {failure}
      {data ? (
        <>
          <Parts overview={data} isBusy={isPlaceholderData} range={range} onRange={onRange} />
          <AsOf overview={data} />
        </>
      ) : (
        !failure && <Skeleton rows={8} text={t.loading} />
      )}
    </Page>
  )
}

type PartsProps = Props & { overview: Overview; isBusy: boolean }

/** The parts of the page. Until the first login to a platform, the first steps replace figures without content. */
function Parts({ overview, isBusy, range, onRange }: PartsProps) {
  const steps = useFirstSteps(overview.firstSteps)
  return (
    <>
      <FirstSteps steps={steps} done={overview.firstSteps} />
      <div className={styles.parts} aria-busy={isBusy}>
        <Concerns overview={overview} />
        {steps.length === 0 && (
          <>
            <Tiles overview={overview} />
            <Logins overview={overview} range={range} onRange={onRange} />
          </>
        )}
        <Newest entries={overview.newest} />
      </div>
    </>
  )
}

function Logins({ overview, range, onRange }: Props & { overview: Overview }) {
  const t = useMessages(messages)
  const textsOf = useTexts(overview)
  const { series, to } = overview
  const bars = series.map(({ from, logins, failures, lockouts, blocks = 0 }, index) => ({
    id: from,
    until: series[index + 1]?.from ?? to,
    ...textsOf(from),
    values: [logins, failures, lockouts, blocks],
    isIncident: failures >= minIncident && failures > logins,
  }))
  const [first, last] = [bars[0]?.title ?? '', bars.at(-1)?.title ?? '']
  return (
    <section className={`card ${styles.logins}`} aria-labelledby="logins">
      <BarChart
        caption={t.caption({ from: first, to: last })}
        unit={overview.step === 'hour' ? t.hour : t.day}
        series={[
          { name: t.logins, countText: t.countLogins, tone: 'main' },
          { name: t.failures, countText: t.countFailures, tone: 'failed' },
          { name: t.lockouts, countText: t.countLockouts, tone: 'caution' },
          { name: t.blocks, countText: t.countBlocks, tone: 'blocked' },
        ]}
        bars={bars}
        heading={<h2 id="logins">{t.chartTitle}</h2>}
        tools={<Ranges range={range} onRange={onRange} />}
        hint={t.open}
        linkOf={({ id, until, isIncident }) =>
          isIncident
            ? adminLinks.failedLogins({ from: id, to: until })
            : adminLinks.auditLog({ ...logFilter, startDate: id, endDate: until })
        }
      />
    </section>
  )
}

function Ranges({ range, onRange }: Props) {
  const t = useMessages(messages)
  return (
    <div role="group" aria-label={t.period} className={styles.ranges}>
      {(Object.keys(ranges) as Range[]).map((each) => (
        <button
          key={each}
          type="button"
          className={styles.range}
          aria-pressed={each === range}
          onClick={() => onRange(each)}
        >
          {t[`range_${each}`]}
        </button>
      ))}
    </div>
  )
}

const logFilter = { action: Object.values(seriesActions).flat().join(',') }

const halfDayMs = 12 * 60 * 60 * 1000

const day = { day: 'numeric', month: 'short' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Formats an hour or a day. A day is formatted at its middle, because some days start slightly off midnight. */
function useTexts({ step }: Overview): (from: string) => { title: string; tick: string } {
  const { locale } = useLocale()
  const isDay = step === 'day'
  const format = (parts: Intl.DateTimeFormatOptions) =>
    formatOf(tags[locale], defaultTimeZone(), parts)
  const title = format(isDay ? { weekday: 'short', ...day } : { ...day, ...clock })
  // The Chinese month as a word is too wide for the axis on a phone.
  const tickDay = locale === 'zh' ? ({ ...day, month: 'numeric' } as const) : day
  const tick = format(isDay ? tickDay : clock)
  return (from) => {
    const time = new Date(Date.parse(from) + (isDay ? halfDayMs : 0))
    return { title: keepDay(title.format(time), locale), tick: tick.format(time) }
  }
}

/** Keeps a Chinese day on one line, so that it breaks before its weekday only. */
function keepDay(title: string, locale: Locale): string {
  const text = spaceDigits(title, locale)
  return text.replaceAll(/(?<=月) (?=\d)|(?<=\d) (?=[月日])/g, '\u00a0').replace('日周', '日 周')
}

function Newest({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const reasonOf = useAuditReason()
  return (
    <section className={`card ${styles.newest}`} aria-labelledby="newest">
      <header className="row-2 between">
        <h2 id="newest">{t.newest}</h2>
        <LinkTo to={adminLinks.auditLog()}>{t.allEvents}</LinkTo>
      </header>
      {entries.length === 0 ? (
        <p className="soft">{t.noEvents}</p>
      ) : (
        <ol className="bare">
          {entries.map((entry) => {
            const reason = reasonOf(entry)
            return (
              <li key={entry.id}>
                <AuditIcon entry={entry} />
                <span>
                  <AuditSentence entry={entry} />
                  {reason !== undefined && <span className="second-line">{reason}</span>}
                </span>
                <time className="hint" dateTime={entry.timestamp}>
                  {formatTime(entry.timestamp, locale, defaultTimeZone())}
                </time>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

function AsOf({ overview: { asOf, statesAsOf } }: { overview: Overview }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const timeOf = (time: string) => formatRecentInSentence(time, locale, defaultTimeZone())
  const text = () => {
    if (asOf === null || statesAsOf === null) return t.never
    const [time, states] = [timeOf(asOf), timeOf(statesAsOf)]
    return time === states ? t.updated({ time }) : t.asOf({ time, states })
  }
  return (
    <p className="soft" role="status">
      {text()}
    </p>
  )
}
