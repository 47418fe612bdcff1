import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState, type FormEvent } from 'react'
import { call } from '#web/api.ts'
import { loadChunk } from '#web/fetch-part.ts'
import { LazyOnInteraction } from '#web/lazy-on-interaction.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { without, type AuditSearch } from './audit-search.tsx'
import { Chips, Presets } from './chips-panel.tsx'
import { filters, listActions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './filters-panel.module.css'

const DatesPanel = lazy(async () => {
  const { DatesPanel } = await loadChunk(() => import('./dates-panel.tsx'))
  return { default: DatesPanel }
})

const texts = ['user', 'ipAddress', 'subSystem', 'requestId'] as const

type Props = {
  search: AuditSearch
  timeZone: string
  people: ReadonlyMap<string, string>
  go: (next: AuditSearch) => void
}

export function FiltersPanel({ search, timeZone, people, go }: Props) {
  const t = useMessages(messages)
  const id = useId()
  const [isRoomy] = useState(() => matchMedia('(width >= 600px)').matches)
  const kept = without(search, 'cursor')
  return (
    <section className={`card ${styles.filters}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {t.filters}
      </h2>
      <Presets search={kept} go={go} />
      {/* Another search brings another form: Back fills the fields again. */}
      <details className={styles.more} open={isRoomy}>
        <summary>{t.filters}</summary>
        <Fields key={JSON.stringify(kept)} search={kept} timeZone={timeZone} go={go} />
      </details>
      <Chips search={kept} timeZone={timeZone} people={people} go={go} />
    </section>
  )
}

function Fields({ search, timeZone, go }: Omit<Props, 'people'>) {
  const t = useMessages(messages)
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
    if (first === undefined) return go(withoutEmpty(typed))
    const place = document.getElementById(`${id}-${first}`)
    // A date is typed in parts: the first of them.
    const target = place?.querySelector<HTMLElement>('[role="spinbutton"]') ?? place
    target?.focus()
  }

  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <LazyOnInteraction place={<div className={styles.datesPlace} aria-hidden="true" />}>
        <DatesPanel
          id={`${id}-dates`}
          startDate={typed.startDate}
          endDate={typed.endDate}
          timeZone={timeZone}
          fault={faults.includes('dates') ? t.endsBeforeStart : undefined}
          onChange={(dates) =>
            setTyped((typed) => ({ ...without(typed, 'range', 'startDate', 'endDate'), ...dates }))
          }
        />
      </LazyOnInteraction>
      <ActionsPanel
        names={actions.data ?? []}
        chosen={typed.action?.split(',').filter(Boolean) ?? []}
        onChange={(chosen) => setTyped({ ...typed, action: chosen.join(',') })}
      />
      {texts.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${id}-${name}`}>{t[name]}</label>
          <input
            id={`${id}-${name}`}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder={name === 'user' ? t.userHint : undefined}
            list={name === 'subSystem' ? `${id}-platforms` : undefined}
            value={typed[name] ?? ''}
            aria-invalid={faults.includes(name) || undefined}
            aria-describedby={faults.includes(name) ? `${id}-${name}-fault` : undefined}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
          {faults.includes(name) && (
            <p id={`${id}-${name}-fault`} className={styles.fault}>
              {t[`wrong_${name}`]}
            </p>
          )}
        </div>
      ))}
      <datalist id={`${id}-platforms`}>
        {['portal', 'admin', 'business-hub', 'onboarding'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" variant="primary">
        {t.search}
      </Button>
    </form>
  )
}

function withoutEmpty(search: AuditSearch): AuditSearch {
  const given = Object.entries(search).map(([name, value]) => [name, value?.trim()])
  return Object.fromEntries(given.filter(([, value]) => value)) as AuditSearch
}
