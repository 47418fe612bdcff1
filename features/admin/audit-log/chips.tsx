import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useActionName } from './entry-cells.tsx'
import { ranges, refreshed, without, type AuditSearch, type Range } from './audit-search.tsx'
import styles from './chips.module.css'
import { messages } from './messages.ts'

type Props = {
  search: AuditSearch
  timeZone: string
  people: ReadonlyMap<string, string>
  go: (next: AuditSearch) => void
}

/** Periods that end now. */
export function Presets({ search, go }: Pick<Props, 'search' | 'go'>) {
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
export function Chips(props: Props) {
  const { search, go } = props
  const t = useMessages(messages)
  const { zone } = search
  const filters = Object.entries(without(search, 'zone', 'range')) as [keyof AuditSearch, string][]
  const textOf = useTextOf(props)
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
            <bdi>{textOf(name, value)}</bdi>
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

function useTextOf({ timeZone, people }: Props): (name: string, value: string) => string {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const titles: Readonly<Record<string, string>> = {
    startDate: t.from,
    endDate: t.until,
    action: t.action,
    user: t.user,
    ipAddress: t.ipAddress,
    subSystem: t.subSystem,
    requestId: t.requestId,
  }
  const valueOf = (name: string, value: string) => {
    if (name === 'action') return value.split(',').map(nameOf).join(', ')
    if (name === 'user') return people.get(value) || value
    return name.endsWith('Date') ? formatTime(value, locale, timeZone) : value
  }
  return (name, value) => `${titles[name] ?? name}: ${valueOf(name, value)}`
}
