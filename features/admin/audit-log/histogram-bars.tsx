import {
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { numberFormat } from '#contract/locale.ts'
import { colonOf, joinParts } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { fullHeightCount, endOf, spanOf, textsOf, type Part, type Range } from '#web/time-bars.ts'
import { useLog, without } from './audit-search.tsx'
import styles from './histogram.module.css'
import { messages } from './texts/messages.ts'

export type PartsProps = { parts: readonly Part[]; hours: number }

/** Returns a function that describes the events of a range of bars. */
export function useLabel(): (props: PartsProps & { range: Range }) => string {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone } = useLog()
  return ({ parts, hours, range }) => {
    const span = spanOf(parts, hours, range)
    const { period } = textsOf(span, { locale, timeZone })
    const count = t.events({ count: sumOf(span.parts, 'count') })
    const failures = sumOf(span.parts, 'failures')
    const failed = failures > 0 ? [t.failures({ count: failures })] : []
    return joinParts([period + colonOf(locale) + count, ...failed], locale)
  }
}

type BarsProps = PartsProps & { onHighlight: (range?: Range) => void }

export function Bars({ parts, hours, onHighlight }: BarsProps) {
  const t = useMessages(messages)
  const labelOf = useLabel()
  const cut = fullHeightCount(parts.map(({ count }) => count))
  const { range, current, handlers } = useBars({ parts, hours, onHighlight })
  const [low, high] = range
    ? [Math.min(range.from, range.to), Math.max(range.from, range.to)]
    : [-1, -1]
  return (
    <div role="group" aria-label={t.histogram} className={styles.bars} {...handlers}>
      {parts.map((part, index) => (
        <Bar
          key={part.start}
          part={part}
          label={labelOf({ parts, hours, range: { from: index, to: index } })}
          cut={cut}
          index={index}
          isCurrent={index === Math.min(current, parts.length - 1)}
          isSelected={index >= low && index <= high}
        />
      ))}
    </div>
  )
}

type BarProps = {
  part: Part
  label: string
  /** Count at which a bar reaches full height. Higher bars are clipped and show their count. */
  cut: number
  index: number
  isCurrent: boolean
  isSelected: boolean
}

function Bar({ part: { count, failures }, label, cut, index, isCurrent, isSelected }: BarProps) {
  const { locale } = useLocale()
  return (
    <button
      type="button"
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-pressed={isSelected}
    >
      <span
        style={{ blockSize: `${Math.min(1, count / cut) * 100}%` }}
        data-empty={count === 0}
        data-cut={count > cut}
      >
        <span style={{ blockSize: `${(failures / Math.max(1, count)) * 100}%` }} />
      </span>
      {count > cut && <small>{numberFormat(locale).format(count)}</small>}
    </button>
  )
}

/**
 * Handles the selection of a period by pointer or keyboard, and reports the bar under the pointer or with the focus.
 */
function useBars({ parts, hours, onHighlight }: BarsProps) {
  const { search, go } = useLog()
  const [range, storeRange] = useState<Range>()
  const [current, setCurrent] = useState(parts.length - 1)

  function setRange(next: Range | undefined): void {
    storeRange(next)
    onHighlight(next)
  }

  function apply({ from, to }: Range): void {
    const [first, last] = [parts[Math.min(from, to)], parts[Math.max(from, to)]]
    setRange(undefined)
    if (!first || !last) return
    const rest = without(search, 'range', 'cursor', 'entry')
    go({ ...rest, startDate: first.start, endDate: endOf(last, hours) })
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextBar(event.key, current, parts.length)
    if (next !== undefined) {
      event.currentTarget.querySelectorAll('button')[next]?.focus()
      if (event.shiftKey) setRange({ from: range?.from ?? current, to: next })
      else {
        storeRange(undefined)
        onHighlight({ from: next, to: next })
      }
    } else if (event.key === 'Escape' && range) setRange(undefined)
    else return
    event.preventDefault()
  }

  /** Handles a click by keyboard or screen reader. `useDrag` handles the clicks of a pointer. */
  function click(event: MouseEvent): void {
    const index = barOf(event.target)
    if (event.detail === 0 && index !== undefined) apply(range ?? { from: index, to: index })
  }

  function highlight(event: FocusEvent | MouseEvent): void {
    const index = barOf(event.target)
    if (index === undefined) return
    if (event.type === 'focus') setCurrent(index)
    if (!range) onHighlight({ from: index, to: index })
  }

  const handlers = {
    onKeyDown: press,
    onClick: click,
    onFocus: highlight,
    onMouseOver: highlight,
    onBlur: () => onHighlight(),
    onMouseLeave: () => onHighlight(),
    ...useDrag({ range, setRange, apply }),
  }
  return { range, current, handlers }
}

export function sumOf(parts: readonly Part[], key: 'count' | 'failures'): number {
  return parts.reduce((sum, part) => sum + part[key], 0)
}

/** Returns the index of the bar that a key leads to; undefined for other keys. In Arabic, time runs right to left. */
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

/** Handles the selection of a period by dragging over the bars. A press on one bar selects the period of that bar. */
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
  return barOf(document.elementFromPoint(clientX, clientY))
}

function barOf(target: EventTarget | null): number | undefined {
  const bar = target instanceof Element && target.closest<HTMLElement>('[data-index]')
  return bar ? Number(bar.dataset['index']) : undefined
}
