import { lazy, useId, useState, type FormEvent } from 'react'
import { LazyOnInteraction, loadChunk } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionPicker } from './action-picker.tsx'
import { LogContext, useLog, without, type AuditSearch } from './audit-search.tsx'
import { Chips, Presets } from './chips.tsx'
import { filters } from './contract.ts'
import { messages } from './messages.ts'
import styles from './filters.module.css'

const Dates = lazy(async () => {
  const { Dates } = await loadChunk(() => import('./dates.tsx'))
  return { default: Dates }
})

const texts = ['user', 'ipAddress', 'subSystem', 'requestId'] as const

type Props = {
  /** The users, admins and companies of the page by id, for the names of chips. */
  people: ReadonlyMap<string, string>
  /** The ids to suggest as a platform. */
  platforms: readonly string[]
}

export function Filters({ people, platforms }: Props) {
  const t = useMessages(messages)
  const id = useId()
  const [isRoomy] = useState(() => matchMedia('(width >= 600px)').matches)
  const log = useLog()
  const search = without(log.search, 'cursor')
  return (
    <LogContext value={{ ...log, search }}>
      <section className={`card ${styles.filters}`} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="visually-hidden">
          {t.filters}
        </h2>
        <Presets />
        <details className={styles.more} open={isRoomy}>
          <summary>{t.filters}</summary>
          {/* The key fills the fields again when Back brings another search. */}
          <FilterForm key={JSON.stringify(search)} platforms={platforms} />
        </details>
        <Chips people={people} />
      </section>
    </LogContext>
  )
}

function FilterForm({ platforms }: Pick<Props, 'platforms'>) {
  const t = useMessages(messages)
  const id = useId()
  const { typed, setTyped, faults, submit } = useFilterForm(id)
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <LazyOnInteraction place={<div className={styles.datesPlace} aria-hidden="true" />}>
        <Dates
          id={`${id}-dates`}
          startDate={typed.startDate}
          endDate={typed.endDate}
          fault={faults.includes('dates') ? t.endsBeforeStart : undefined}
          onChange={(dates) =>
            setTyped((typed) => ({ ...without(typed, 'range', 'startDate', 'endDate'), ...dates }))
          }
        />
      </LazyOnInteraction>
      <ActionPicker
        chosen={typed.action?.split(',').filter(Boolean) ?? []}
        onChange={(chosen) => setTyped({ ...typed, action: chosen.join(',') })}
      />
      {texts.map((name) => (
        <TextFilter
          key={name}
          id={`${id}-${name}`}
          name={name}
          value={typed[name] ?? ''}
          isWrong={faults.includes(name)}
          suggestions={name === 'subSystem' ? platforms : []}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <Button type="submit" variant="primary">
        {t.search}
      </Button>
    </form>
  )
}

function useFilterForm(id: string) {
  const { search, go } = useLog()
  const [typed, setTyped] = useState<AuditSearch>(search)
  const [faults, setFaults] = useState<readonly string[]>([])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = faultsOf(typed)
    setFaults(found)
    if (found.length === 0) go(withoutEmpty(typed))
    else focusField(`${id}-${found[0]}`)
  }

  return { typed, setTyped, faults, submit }
}

type TextFilterProps = {
  id: string
  name: (typeof texts)[number]
  value: string
  isWrong: boolean
  suggestions: readonly string[]
  onChange: (value: string) => void
}

function TextFilter({ id, name, value, isWrong, suggestions, onChange }: TextFilterProps) {
  const t = useMessages(messages)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t[name]}</label>
      <input
        id={id}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder={name === 'user' ? t.userHint : undefined}
        list={suggestions.length > 0 ? `${id}-suggestions` : undefined}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong && (
        <p id={`${id}-fault`} className={styles.fault}>
          {t[`wrong_${name}`]}
        </p>
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  )
}

/** The names of the filters that the server would reject; `dates` for an end before its start. */
function faultsOf(typed: AuditSearch): string[] {
  const wrong: string[] = texts.filter(
    (name) => !filters[name].safeParse(typed[name] || undefined).success,
  )
  const { startDate = '', endDate = '' } = typed
  const endsBeforeStart = startDate && endDate && Date.parse(endDate) < Date.parse(startDate)
  return endsBeforeStart ? [...wrong, 'dates'] : wrong
}

function focusField(id: string): void {
  const field = document.getElementById(id)
  // A date field is made of several parts; the first one takes the focus.
  const target = field?.querySelector<HTMLElement>('[role="spinbutton"]') ?? field
  target?.focus()
}

function withoutEmpty(search: AuditSearch): AuditSearch {
  const given = Object.entries(search).map(([name, value]) => [name, value?.trim()])
  return Object.fromEntries(given.filter(([, value]) => value)) as AuditSearch
}
