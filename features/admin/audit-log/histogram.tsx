import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { hidesOwn, queryOf, useLog, without } from './audit-search.tsx'
import { countByTime } from './contract.ts'
import styles from './histogram.module.css'
import { messages } from './messages.ts'

type Parts = Reply<typeof countByTime>['parts']
type Range = { from: number; to: number }

/** Fewer bars say nothing. */
const fewest = 3
const hourMs = 3_600_000

/** How much happened when, for the period and the actions: counts by other filters do not exist. */
export function Histogram() {
  const { search } = useLog()
  const { user, ipAddress, subSystem, requestId, company } = search
  const isKnown = !(user ?? ipAddress ?? subSystem ?? requestId ?? company)
  return isKnown ? <Counts /> : null
}

function Counts() {
  const t = useMessages(messages)
  const { search } = useLog()
  const query = { ...queryOf(search), ...(hidesOwn(search) && { ownSearches: 'hidden' as const }) }
  const { data } = useQuery({
    queryKey: ['audit-log-histogram', query],
    queryFn: ({ signal }) => call(countByTime, { query }, { signal, background: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return <div className={styles.place} aria-hidden="true" />
  if (data.parts.length < fewest) return null
  return (
    <figure className={styles.figure} data-equivalent="">
      <Bars parts={data.parts} hours={data.hours} />
      <figcaption>
        {search.startDate === undefined ? t.histogramOfMonth : t.histogramHint}
      </figcaption>
    </figure>
  )
}

function Bars({ parts, hours }: { parts: Parts; hours: number }) {
  const t = useMessages(messages)
  const { search, go } = useLog()
  const [range, setRange] = useState<Range>()
  const [current, setCurrent] = useState(parts.length - 1)
  const most = Math.max(1, ...parts.map(({ count }) => count))
  const [low, high] = range
    ? [Math.min(range.from, range.to), Math.max(range.from, range.to)]
    : [-1, -1]

  function apply({ from, to }: Range): void {
    const [first, last] = [parts[Math.min(from, to)], parts[Math.max(from, to)]]
    setRange(undefined)
    if (!first || !last) return
    const rest = without(search, 'range', 'cursor', 'entry')
    go({ ...rest, startDate: first.start, endDate: endOf(last, hours) })
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const next = nextBar(event.key, current, parts.length)
    if (next !== undefined) {
      setRange(event.shiftKey ? { from: range?.from ?? current, to: next } : undefined)
      setCurrent(next)
      event.currentTarget.querySelectorAll('button')[next]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      apply(range ?? { from: current, to: current })
    } else if (event.key === 'Escape' && range) setRange(undefined)
    else return
    event.preventDefault()
  }

  const drag = useDrag({ range, setRange, apply })
  return (
    <div role="group" aria-label={t.histogram} className={styles.bars} onKeyDown={press} {...drag}>
      {parts.map((part, index) => (
        <Bar
          key={part.start}
          part={part}
          end={endOf(part, hours)}
          most={most}
          index={index}
          isCurrent={index === Math.min(current, parts.length - 1)}
          isChosen={index >= low && index <= high}
          onFocus={() => setCurrent(index)}
        />
      ))}
    </div>
  )
}

type BarProps = {
  part: Parts[number]
  end: string
  most: number
  index: number
  isCurrent: boolean
  isChosen: boolean
  onFocus: () => void
}

function Bar({ part, end, most, index, isCurrent, isChosen, onFocus }: BarProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone } = useLog()
  const { start, count, failures } = part
  const period = fill(t.histogramPart, {
    from: formatTime(start, locale, timeZone),
    to: formatTime(end, locale, timeZone),
  })
  const label = `${period}: ${counted(t.events, count, locale)}, ${counted(t.failures, failures, locale)}`
  return (
    <button
      type="button"
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      title={label}
      onFocus={onFocus}
    >
      <span style={{ blockSize: `${(count / most) * 100}%` }} data-empty={count === 0}>
        <span style={{ blockSize: `${(failures / Math.max(1, count)) * 100}%` }} />
      </span>
    </button>
  )
}

function endOf({ start }: Parts[number], hours: number): string {
  return new Date(Date.parse(start) + hours * hourMs).toISOString()
}

/** Where a key leads from a bar; time runs in the direction of reading. */
function nextBar(key: string, current: number, count: number): number | undefined {
  const isRtl = document.documentElement.dir === 'rtl'
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key]
  const edge = { Home: 0, End: count - 1 }[key]
  if (step === undefined) return edge
  return Math.max(0, Math.min(count - 1, current + step))
}

type DragProps = {
  range: Range | undefined
  setRange: (range: Range | undefined) => void
  apply: (range: Range) => void
}

/** A period is dragged over the bars; a press on one takes its own. */
function useDrag({ range, setRange, apply }: DragProps) {
  const isDragging = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      const index = indexAt(event)
      if (index === undefined || event.button !== 0) return
      isDragging.current = true
      setRange({ from: index, to: index })
    },
    onPointerMove: (event: PointerEvent) => {
      const index = indexAt(event)
      if (isDragging.current && range && index !== undefined) setRange({ ...range, to: index })
    },
    onPointerUp: () => {
      if (isDragging.current && range) apply(range)
      isDragging.current = false
    },
    onPointerLeave: () => {
      if (isDragging.current) setRange(undefined)
      isDragging.current = false
    },
  }
}

function indexAt({ clientX, clientY }: PointerEvent): number | undefined {
  const bar = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-index]')
  return bar ? Number(bar.dataset['index']) : undefined
}
