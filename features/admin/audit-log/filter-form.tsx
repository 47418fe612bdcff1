import { lazy, useId, useState, type FormEvent } from 'react'
import { LazyOnInteraction, loadChunk } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionPicker } from './action-picker.tsx'
import { useLog, without, wrongFilters, type AuditSearch } from './audit-search.tsx'
import styles from './filters.module.css'
import { messages } from './messages.ts'
import { reasonOf } from './wrong-filter.tsx'

const Dates = lazy(async () => {
  const { Dates } = await loadChunk(() => import('./dates.tsx'))
  return { default: Dates }
})

const texts = ['user', 'ipAddress', 'subSystem', 'requestId'] as const

type Props = {
  /** The names of the filters that the server refused. */
  refused: readonly (keyof AuditSearch)[]
  /** The ids to suggest as a platform. */
  platforms: readonly string[]
}

/** Every filter as a field. */
export function FilterForm({ platforms, refused }: Props) {
  const t = useMessages(messages)
  const id = useId()
  const { typed, setTyped, faults, submit } = useFilterForm(id, refused)
  const wrongDate = faults.find((name) => name === 'startDate' || name === 'endDate')
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <LazyOnInteraction place={<DatesPlace />}>
        <Dates
          id={`${id}-dates`}
          startDate={typed.startDate}
          endDate={typed.endDate}
          fault={wrongDate && reasonOf(t, wrongDate, typed)}
          onChange={(dates) =>
            setTyped((typed) => ({ ...without(typed, 'range', 'startDate', 'endDate'), ...dates }))
          }
        />
      </LazyOnInteraction>
      <ActionPicker
        chosen={typed.action?.split(',').filter(Boolean) ?? []}
        isWrong={faults.includes('action')}
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

/** The two fields that come, with their labels. */
function DatesPlace() {
  const t = useMessages(messages)
  return [t.from, t.until].map((label) => (
    <div key={label} className={styles.field} aria-hidden="true">
      <span className={styles.label}>{label}</span>
      <span className={styles.datePlace} />
    </div>
  ))
}

function useFilterForm(id: string, refused: Props['refused']) {
  const { search, go } = useLog()
  const [typed, setTyped] = useState<AuditSearch>(search)
  const [faults, setFaults] = useState<readonly (keyof AuditSearch)[]>(refused)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = wrongFilters(typed)
    setFaults(found)
    const [first] = found
    if (first === undefined) go(withoutEmpty(typed))
    else focusField(`${id}-${first.endsWith('Date') ? 'dates' : first}`)
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
