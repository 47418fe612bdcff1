import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useWords } from '#web/locale.ts'
import { ActionsPanel } from './actions-panel.tsx'
import { filters, listActions } from './contract.ts'
import { useActionName } from './entries-panel.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'

const DatesPanel = lazy(async () => {
  const { DatesPanel } = await import('./dates-panel.tsx')
  return { default: DatesPanel }
})

type Name = (typeof searchNames)[number]
/** Several actions are separated by commas. */
export type AuditSearch = Readonly<Partial<Record<Name, string>>>

const searchNames = [
  'startDate',
  'endDate',
  'range',
  'action',
  'user',
  'ipAddress',
  'subSystem',
  'requestId',
  'zone',
  'entry',
  'cursor',
] as const
const texts = ['user', 'ipAddress', 'subSystem', 'requestId'] as const

const ranges = { lastHour: 1, lastDay: 24, lastWeek: 168, lastMonth: 720 } as const
type Range = keyof typeof ranges

type Props = { search: AuditSearch; timeZone: string; go: (next: AuditSearch) => void }

/** What the server is asked, from what stands in the address. */
export function queryOf(search: AuditSearch) {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = search
  const wanted = { startDate, endDate, user, ipAddress, subSystem, requestId }
  const given = Object.entries(wanted).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const actions = action?.split(',').filter(Boolean) ?? []
  return { ...Object.fromEntries(given), ...(actions.length > 0 && { action: actions }) }
}

/** The same period up to now: it is kept as its first moment, so that its pages belong together. */
export function refreshed(search: AuditSearch): AuditSearch {
  const hours = ranges[search.range as Range] as number | undefined
  if (hours === undefined) return search
  return { ...search, startDate: new Date(Date.now() - hours * 3_600_000).toISOString() }
}

export function FiltersPanel({ search, timeZone, go }: Props) {
  const say = useWords(words)
  const id = useId()
  const { cursor: _, ...kept } = search
  return (
    <section className={styles.filters} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {say.filters}
      </h2>
      <Presets search={kept} go={go} />
      {/* Another search brings another form: Back fills the fields again. */}
      <Fields key={JSON.stringify(kept)} search={kept} timeZone={timeZone} go={go} />
      <Chips search={kept} timeZone={timeZone} go={go} />
    </section>
  )
}

function Presets({ search, go }: Omit<Props, 'timeZone'>) {
  const say = useWords(words)
  const { startDate, endDate, range, ...rest } = search
  const isAnyTime = startDate === undefined && endDate === undefined
  return (
    <div role="group" aria-label={say.period} className={styles.presets}>
      <button type="button" aria-pressed={isAnyTime} onClick={() => go(rest)}>
        {say.anyTime}
      </button>
      {(Object.keys(ranges) as Range[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={range === name}
          onClick={() => go(refreshed({ ...rest, range: name }))}
        >
          {say[name]}
        </button>
      ))}
    </div>
  )
}

function Fields({ search, timeZone, go }: Props) {
  const say = useWords(words)
  const id = useId()
  const [typed, setTyped] = useState<AuditSearch>(search)
  const [faults, setFaults] = useState<readonly string[]>([])
  const actions = useQuery({
    queryKey: ['audit-log-actions'],
    queryFn: ({ signal }) => call(listActions, {}, { signal }),
    staleTime: Infinity,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong: string[] = texts.filter(
      (name) => !filters[name].safeParse(typed[name] || undefined).success,
    )
    const { startDate = '', endDate = '' } = typed
    if (startDate && endDate && Date.parse(endDate) < Date.parse(startDate)) wrong.push('dates')
    setFaults(wrong)
    const [first] = wrong
    if (first === undefined) go(withoutEmpty(typed))
    else document.getElementById(`${id}-${first}`)?.focus()
  }

  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <Suspense fallback={<div className={styles.datesPlace} />}>
        <DatesPanel
          startDate={typed.startDate}
          endDate={typed.endDate}
          timeZone={timeZone}
          fault={faults.includes('dates') ? say.endsBeforeStart : undefined}
          onChange={(dates) =>
            setTyped(({ range: _, startDate: __, endDate: ___, ...rest }) => ({
              ...rest,
              ...dates,
            }))
          }
        />
      </Suspense>
      <ActionsPanel
        names={actions.data ?? []}
        chosen={typed.action?.split(',').filter(Boolean) ?? []}
        onChange={(chosen) => setTyped({ ...typed, action: chosen.join(',') })}
      />
      {texts.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${id}-${name}`}>{say[name]}</label>
          <input
            id={`${id}-${name}`}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder={name === 'user' ? say.userHint : undefined}
            list={name === 'subSystem' ? `${id}-platforms` : undefined}
            value={typed[name] ?? ''}
            aria-invalid={faults.includes(name) || undefined}
            aria-describedby={faults.includes(name) ? `${id}-${name}-fault` : undefined}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
          {faults.includes(name) && (
            <p id={`${id}-${name}-fault`} className={styles.fault}>
              {say[`wrong_${name}`]}
            </p>
          )}
        </div>
      ))}
      <datalist id={`${id}-platforms`}>
        {['portal', 'admin', 'business-hub', 'onboarding'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="primary-button">
        {say.search}
      </button>
    </form>
  )
}

function Chips({ search, timeZone, go }: Props) {
  const say = useWords(words)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const { zone, range: _, ...rest } = search
  const valueOf = (name: string, value: string) => {
    if (name === 'action') return value.split(',').map(nameOf).join(', ')
    return name.endsWith('Date') ? formatTime(value, locale, timeZone) : value
  }
  const titles: Readonly<Record<string, string>> = {
    ...say,
    startDate: say.from,
    endDate: say.until,
  } as Record<string, string>
  const chips = Object.entries(rest).map(([name, value]) => ({
    name,
    text: `${titles[name] ?? name}: ${valueOf(name, value ?? '')}`,
  }))
  if (chips.length === 0) return null

  function without(name: string): AuditSearch {
    const left = Object.entries(rest).filter(([other]) => other !== name)
    return { ...Object.fromEntries(left), ...(zone !== undefined && { zone }) }
  }

  return (
    <ul className={styles.chips}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={fill(say.removeFilter, { filter: text })}
            onClick={() => go(without(name))}
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
          {say.clearAll}
        </button>
      </li>
    </ul>
  )
}

function withoutEmpty(search: AuditSearch): AuditSearch {
  const given = Object.entries(search).map(([name, value]) => [name, value?.trim()])
  return Object.fromEntries(given.filter(([, value]) => value)) as AuditSearch
}
