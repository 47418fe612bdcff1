import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { platformName, useActionName } from './entry-cells.tsx'
import { ranges, refreshed, useLog, without, type AuditSearch } from './audit-search.tsx'
import styles from './chips.module.css'
import { messages } from './messages.ts'

/** Periods that end now, and the day before. */
export function Period() {
  const { search, timeZone, go } = useLog()
  const t = useMessages(messages)
  const { startDate, endDate, range } = search
  const rest = without(search, 'startDate', 'endDate', 'range')
  const isOwn = range === undefined && (startDate ?? endDate) !== undefined
  return (
    <select
      aria-label={t.period}
      value={isOwn ? 'own' : (range ?? '')}
      onChange={({ target: { value } }) =>
        go(value === '' ? rest : refreshed({ ...rest, range: value }, timeZone))
      }
    >
      <option value="">{t.anyTime}</option>
      {ranges.map((name) => (
        <option key={name} value={name}>
          {t[name]}
        </option>
      ))}
      {isOwn && (
        <option value="own" disabled>
          {t.ownPeriod}
        </option>
      )}
    </select>
  )
}

/** The filters in use, each of which can be removed by itself, and whether the reader's own searches are hidden. */
export function Chips({ names }: { names: ReadonlyMap<string, string> }) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const { zone, range } = search
  const dates = range === undefined ? [] : (['startDate', 'endDate'] as const)
  const filters = Object.entries(without(search, 'zone', 'range', 'own', ...dates)) as [
    keyof AuditSearch,
    string,
  ][]
  const textOf = useTextOf(names)

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
      <OwnSearches />
      {(filters.length > 0 || range !== undefined) && (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={() => go(zone === undefined ? {} : { zone })}
          >
            {t.clearAll}
          </button>
        </li>
      )}
    </ul>
  )
}

function OwnSearches() {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const isHidden = search.own !== 'shown'
  return (
    <li>
      <button
        type="button"
        className={styles.own}
        aria-pressed={isHidden}
        onClick={() =>
          go(isHidden ? { ...search, own: 'shown' } : without(search, 'own', 'cursor'))
        }
      >
        {t.ownSearchesHidden}
      </button>
    </li>
  )
}

function useTextOf(names: ReadonlyMap<string, string>): (name: string, value: string) => string {
  const { timeZone } = useLog()
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const titles: Readonly<Record<string, unknown>> = { ...t, startDate: t.from, endDate: t.until }
  const valueOf = (name: string, value: string) => {
    if (name === 'action') return value.split(',').map(nameOf).join(', ')
    if (name === 'subSystem') return platformName(value, names.get(value), t)
    if (name === 'user' || name === 'company') return names.get(value) || value
    return (name.endsWith('Date') && formatTime(value, locale, timeZone)) || value
  }
  return (name, value) =>
    fill(`${String(titles[name] ?? name)}: {value}`, { value: valueOf(name, value) })
}
