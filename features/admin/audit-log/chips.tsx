import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useActionName } from './entry-cells.tsx'
import {
  ranges,
  refreshed,
  useLog,
  without,
  type AuditSearch,
  type Range,
} from './audit-search.tsx'
import styles from './chips.module.css'
import { messages } from './messages.ts'

/** Periods that end now. */
export function Presets() {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const { startDate, endDate, range } = search
  const rest = without(search, 'startDate', 'endDate', 'range')
  const isAnyTime = (startDate ?? endDate ?? range) === undefined
  return (
    <div role="group" aria-label={t.period} className={styles.presets}>
      <button type="button" aria-pressed={isAnyTime} onClick={() => go(rest)}>
        {t.anyTime}
      </button>
      {(Object.keys(ranges) as Range[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={range === name}
          onClick={() => go(refreshed({ ...rest, range: name }))}
        >
          {t[name]}
        </button>
      ))}
    </div>
  )
}

/** The filters in use, each of which can be removed by itself. */
export function Chips({ people }: { people: ReadonlyMap<string, string> }) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const { zone } = search
  const filters = Object.entries(without(search, 'zone', 'range')) as [keyof AuditSearch, string][]
  const textOf = useTextOf(people)
  if (filters.length === 0) return null

  return (
    <ul className={styles.chips}>
      {filters.map(([name, value]) => (
        <li key={name}>
          <button
            type="button"
            aria-label={fill(t.removeFilter, { filter: textOf(name, value) })}
            onClick={() => go(without(search, name, name === 'startDate' ? 'range' : name))}
          >
            <span>{textOf(name, value)}</span>
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles.clear}
          onClick={() => go(zone === undefined ? {} : { zone })}
        >
          {t.clearAll}
        </button>
      </li>
    </ul>
  )
}

function useTextOf(people: ReadonlyMap<string, string>): (name: string, value: string) => string {
  const { timeZone } = useLog()
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const titles: Readonly<Record<string, unknown>> = { ...t, startDate: t.from, endDate: t.until }
  const valueOf = (name: string, value: string) => {
    if (name === 'action') return value.split(',').map(nameOf).join(', ')
    if (name === 'user') return people.get(value) || value
    return (name.endsWith('Date') && formatTime(value, locale, timeZone)) || value
  }
  return (name, value) =>
    fill(`${String(titles[name] ?? name)}: {value}`, { value: valueOf(name, value) })
}
