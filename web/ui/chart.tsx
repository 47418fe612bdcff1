import {
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import type { Link } from '#contract/links.ts'
import { directionOf, numberFormat, type Locale } from '#contract/locale.ts'
import { colonOf, formatList } from '#contract/text.ts'
import { LinkTo } from '../link-to.tsx'
import { useLocale } from '../locale.ts'
import { NumberTable, type Bar, type Series } from './chart-table.tsx'
import styles from './chart.module.css'

type Props<One extends Bar> = {
  /** Caption of the chart and of its table, for screen readers. */
  caption: string
  /** Heading of the table's first column. */
  unit: string
  series: readonly Series[]
  bars: readonly One[]
  /** The heading; the legend follows it, and `tools` are below both. */
  heading: ReactNode
  tools: ReactNode
  /** Text that explains the click on a bar; shown while no bar is highlighted. */
  hint: string
  /** Returns a link to the records that a bar counts. */
  linkOf: (bar: One) => Link
}

/** Width of a bar and height of the chart in SVG units; the drawing stretches to its container. */
const width = 10
const height = 100
const gap = 2
/** Minimum height in SVG units, so that a small value stays visible beside large ones. */
const minHeight = 1.5

/** A chart of stacked bars. Each bar links to the records that it counts; a table below has the same numbers. */
export function BarChart<One extends Bar>(props: Props<One>) {
  const { caption, unit, series, bars, heading, tools, hint, linkOf } = props
  const { locale } = useLocale()
  const [highlighted, setHighlighted] = useState<number>()
  const numbers = numberFormat(locale)
  const top = roundUp(Math.max(...bars.map(({ values }) => sum(values)), 1))
  const current = highlighted === undefined ? undefined : bars[highlighted]
  const totals = series.map((_, index) => sum(bars.map(({ values }) => values[index] ?? 0)))
  const { events, tabStop } = useBarKeys(bars.length, setHighlighted)

  return (
    <figure className={styles.chart}>
      <figcaption className="visually-hidden">{caption}</figcaption>
      <div className={styles.head}>
        {heading}
        <Legend values={current?.values ?? totals} {...{ series, numbers }} />
      </div>
      <div className={styles.head}>
        {tools}
        <p className="hint">{current?.title ?? hint}</p>
      </div>
      <div className={styles.plot}>
        <Scale top={top} numbers={numbers} />
        <Drawing {...{ bars, series, top, highlighted }} />
        {/* `data-equivalent` exempts the bars from the size of targets (WCAG 2.5.8): the table has the same links. */}
        <div {...events} className={styles.links} data-equivalent role="group" aria-label={caption}>
          {bars.map((bar, index) => (
            <LinkTo
              key={bar.id}
              to={linkOf(bar)}
              tabIndex={index === tabStop ? 0 : -1}
              aria-label={describeBar(bar, series, locale)}
            />
          ))}
        </div>
      </div>
      <Axis bars={bars} />
      <NumberTable {...{ caption, unit, series, bars, numbers, linkOf }} />
    </figure>
  )
}

function Scale({ top, numbers }: { top: number; numbers: Intl.NumberFormat }) {
  return (
    <>
      <span className={styles.top} aria-hidden="true">
        {numbers.format(top)}
      </span>
      <span className={styles.middle} aria-hidden="true">
        {numbers.format(top / 2)}
      </span>
    </>
  )
}

/** Labels below the bars. Of more than seven bars, at most four have a label. */
function Axis({ bars }: { bars: readonly Bar[] }) {
  const step = bars.length <= 7 ? 1 : Math.ceil(bars.length / 4)
  return (
    <p className={styles.axis} data-all={step === 1} aria-hidden="true">
      {bars.map(({ id, tick }, index) => (
        <span key={id}>{index % step === 0 && tick}</span>
      ))}
    </p>
  )
}

type LegendProps = Pick<Props<Bar>, 'series'> & Pick<Bar, 'values'> & { numbers: Intl.NumberFormat }

/** The legend, with the values of the highlighted bar, or else the totals of all bars. */
function Legend({ values, series, numbers }: LegendProps) {
  return (
    <p className={styles.legend} aria-hidden="true">
      {series.map(({ name, tone }, index) => (
        <span key={name} className={styles.key} data-tone={tone}>
          {name} <strong>{numbers.format(values[index] ?? 0)}</strong>
        </span>
      ))}
    </p>
  )
}

type DrawingProps = Pick<Props<Bar>, 'series' | 'bars'> & {
  top: number
  highlighted: number | undefined
}

/** The bars as one path per series, so that a chart of many bars has few elements. */
function Drawing({ bars, series, top, highlighted }: DrawingProps) {
  const heights = bars.map(({ values }) =>
    values.map((value) => (value > 0 ? Math.max((value / top) * height, minHeight) : 0)),
  )
  const pathOf = (part: number) =>
    heights
      .map((parts, index) => {
        const top = height - sum(parts.slice(0, part + 1))
        const own = parts[part] ?? 0
        const start = `M${index * width + gap / 2} ${round(top)}`
        return own > 0 ? `${start}h${width - gap}v${round(own)}h${gap - width}z` : ''
      })
      .join('')
  return (
    <svg
      viewBox={`0 0 ${bars.length * width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {highlighted !== undefined && (
        <rect className={styles.back} x={highlighted * width} width={width} height={height} />
      )}
      {series.map(({ name, tone }, part) => (
        <path key={name} className={styles.part} data-tone={tone} d={pathOf(part)} />
      ))}
    </svg>
  )
}

/**
 * Makes the bars a single tab stop; arrow keys move between bars in the page's reading direction. Returns the event
 * handlers of the bars' container, and the index of the bar in the tab order.
 */
function useBarKeys(count: number, highlight: (index: number | undefined) => void) {
  const { locale } = useLocale()
  const [stop, setStop] = useState<number>()
  const tabStop = Math.min(stop ?? count - 1, count - 1)
  const forward = directionOf(locale) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = directionOf(locale) === 'rtl' ? 'ArrowRight' : 'ArrowLeft'

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const steps: Record<string, number> = {
      [forward]: tabStop + 1,
      [back]: tabStop - 1,
      Home: 0,
      End: count - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const bar = event.currentTarget.children[next]
    if (bar instanceof HTMLElement) bar.focus()
  }
  const events = {
    onKeyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const index = indexOf(event)
      setStop(index)
      highlight(index)
    },
    onBlur: () => highlight(undefined),
    onPointerOver: (event: PointerEvent<HTMLElement>) => highlight(indexOf(event)),
    onPointerLeave: () => highlight(undefined),
  }
  return { events, tabStop }
}

function indexOf({ currentTarget, target }: FocusEvent | PointerEvent): number | undefined {
  const index = [...currentTarget.children].findIndex((each) => each.contains(target as Node))
  return index === -1 ? undefined : index
}

/** A small line chart without axes; `text` describes its values for screen readers. */
export function Sparkline({ values, text }: { values: readonly number[]; text: string }) {
  const top = Math.max(...values, 1)
  const step = values.length > 1 ? 100 / (values.length - 1) : 0
  // Two of 30 units stay free above and below, so that the stroke is not cut off.
  const points = values.map((value, index) => `${index * step},${28 - (value / top) * 26}`)
  return (
    <>
      <svg
        className={styles.spark}
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.length > 1 && <polyline points={points.join(' ')} />}
      </svg>
      <span className="visually-hidden">{text}</span>
    </>
  )
}

function describeBar({ title, values }: Bar, series: readonly Series[], locale: Locale): string {
  const parts = series.map(({ countText }, index) => countText({ count: values[index] ?? 0 }))
  return title + colonOf(locale) + formatList(parts, locale)
}

/** Rounds up to 2, 4, 6, 8, 10, 12, 16, 20, 30, 40 …, because the middle of the scale must be a whole number. */
function roundUp(value: number): number {
  const power = 10 ** Math.max(Math.floor(Math.log10(value)), 0)
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]
  return Math.round((steps.find((each) => each * power >= value) ?? 10) * power)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
