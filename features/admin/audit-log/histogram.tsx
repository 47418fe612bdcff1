import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { spanOf, textsOf, type Range } from '#web/time-bars.ts'
import { listQueryOf, useLog } from './audit-search.tsx'
import { countByTime } from './contract.ts'
import { Bars, sumOf, useLabel, type PartsProps } from './histogram-bars.tsx'
import styles from './histogram.module.css'
import { messages } from './texts/messages.ts'

/** Minimum number of bars. A histogram with fewer bars is not shown. */
const minBars = 3

type Props = { page: { rows: readonly unknown[]; next?: string | undefined } | undefined }

/** Shows a histogram of the events; with filters that the counts by time do not support, only the number of events. */
export function Histogram({ page }: Props) {
  const { user, ipAddress, subSystem, requestId, company } = useLog().search
  const isSupported = !(user ?? ipAddress ?? subSystem ?? requestId ?? company)
  return isSupported ? <Counts /> : <LogCount page={page} />
}

/** Shows the number of matching events, if all of them are on this page. */
function LogCount({ page }: Props) {
  const t = useMessages(messages)
  const { cursor } = useLog().search
  const isComplete = page && page.next === undefined && cursor === undefined
  return (
    <p role="status" className="hint unless-empty">
      {isComplete && page.rows.length > 0 && t.events({ count: page.rows.length })}
    </p>
  )
}

function Counts() {
  const query = listQueryOf(useLog().search)
  const { data } = useQuery({
    queryKey: ['audit-log-histogram', query],
    queryFn: ({ signal }) => call(countByTime, { query }, { signal, background: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return <div className={styles.place} aria-hidden="true" />
  if (data.parts.length < minBars) return null
  return <Figure parts={data.parts} hours={data.hours} />
}

/** Shows the bars. The caption gives the whole period, or the bar under the pointer. */
function Figure({ parts, hours }: PartsProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone, search } = useLog()
  // Without a start, the server counts 30 days, although the list goes further back.
  const countText = search.startDate === undefined ? t.eventsIn30Days : t.events
  // A tap selects a period and afterwards highlights the bar. In the bars of the new period, its index is another bar.
  const barsKey = `${parts[0]?.start} ${parts.length} ${hours}`
  const [highlight, setHighlight] = useState<{ range: Range | undefined; barsKey: string }>()
  const highlighted = highlight?.barsKey === barsKey ? highlight.range : undefined
  const [first, last] = textsOf(spanOf(parts, hours, { from: 0, to: parts.length - 1 }), {
    locale,
    timeZone,
  }).ends
  // `data-equivalent` exempts the bars from the minimum size of targets (WCAG 2.5.8), because the period filter does
  // the same.
  return (
    <figure className={`stack-1 ${styles.figure}`} data-equivalent="">
      <Bars parts={parts} hours={hours} onHighlight={(range) => setHighlight({ range, barsKey })} />
      <figcaption className="hint">
        <span>{first}</span>
        <span className={styles.middle}>
          {highlighted ? (
            <RangeLabel parts={parts} hours={hours} range={highlighted} />
          ) : (
            <>
              {countText({ count: sumOf(parts, 'count') })}
              <span className={styles.mouse}>{` · ${t.histogramHint}`}</span>
              <span className={styles.touch}>{` · ${t.histogramTouch}`}</span>
            </>
          )}
        </span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}

function RangeLabel(props: PartsProps & { range: Range }) {
  return useLabel()(props)
}
