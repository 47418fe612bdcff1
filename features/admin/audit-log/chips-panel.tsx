import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useActionName } from './action-name.tsx'
import { ranges, refreshed, without, type AuditSearch, type Range } from './audit-search.tsx'
import styles from './chips-panel.module.css'
import { messages } from './messages.ts'

type Props = {
  search: AuditSearch
  timeZone: string
  people: ReadonlyMap<string, string>
  go: (next: AuditSearch) => void
}

/** Periods that end now. */
export function Presets({ search, go }: Omit<Props, 'timeZone' | 'people'>) {
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

/** Each filter that stands, to be taken away by itself. */
export function Chips({ search, timeZone, people, go }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const { zone } = search
  const rest = without(search, 'zone', 'range')
  const valueOf = (name: string, value: string) => {
    if (name === 'action') return value.split(',').map(nameOf).join(', ')
    if (name === 'user') return people.get(value) || value
    return name.endsWith('Date') ? formatTime(value, locale, timeZone) : value
  }
  const titles: Readonly<Record<string, string>> = {
    startDate: t.from,
    endDate: t.until,
    action: t.action,
    user: t.user,
    ipAddress: t.ipAddress,
    subSystem: t.subSystem,
    requestId: t.requestId,
  }
  const chips = Object.entries(rest).map(([name, value]) => ({
    name: name as keyof AuditSearch,
    text: `${titles[name] ?? name}: ${valueOf(name, value ?? '')}`,
  }))
  if (chips.length === 0) return null

  return (
    <ul className={styles.chips}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={fill(t.removeFilter, { filter: text })}
            onClick={() => go(without(search, name, name === 'startDate' ? 'range' : name))}
          >
            <bdi>{text}</bdi>
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
