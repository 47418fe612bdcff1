import { useState } from 'react'
import type { Link } from '#contract/links.ts'
import { LinkTo } from '../link-to.tsx'
import { useMessages } from '../locale.ts'
import styles from './chart.module.css'
import { chartMessages } from './texts/messages.ts'

/**
 * A stacked bar with one value per series, from the axis upward. `tick` is its short name below the axis and in the
 * table.
 */
export type Bar = { id: string; title: string; tick: string; values: readonly number[] }

export type Series = {
  name: string
  /** Returns a number of these events as text, for screen readers: “3 failures”. */
  countText: (values: { count: number }) => string
  tone: 'main' | 'failed' | 'caution' | 'blocked'
}

type Props<One extends Bar> = {
  caption: string
  /** Heading of the first column. */
  unit: string
  series: readonly Series[]
  bars: readonly One[]
  linkOf: (bar: One) => Link
  numbers: Intl.NumberFormat
}

/** The numbers of a chart as a table, which opens below it. */
export function NumberTable<One extends Bar>({
  caption,
  unit,
  series,
  bars,
  numbers,
  linkOf,
}: Props<One>) {
  const t = useMessages(chartMessages)
  // The rows repeat the bars, so they are rendered only once they are asked for.
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.table}</summary>
      {isOpen && (
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.id}>
                <th scope="row">
                  <LinkTo to={linkOf(bar)}>{bar.tick}</LinkTo>
                </th>
                {bar.values.map((value, index) => (
                  <td key={series[index]?.name}>{numbers.format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
