import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import type { MessagesOf } from '#contract/locale.ts'
import { colonOf } from '#contract/text.ts'
import { formatTime } from '#contract/time.ts'
import { loadChunk } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import {
  endsBeforeStart,
  ranges,
  refreshPeriod,
  useLog,
  without,
  type PeriodDates,
} from './audit-search.tsx'
import styles from './filters.module.css'
import { messages } from './texts/messages.ts'

const Dates = lazy(async () => {
  const { Dates } = await loadChunk(() => import('./dates.tsx'))
  return { default: Dates }
})

export function Period({ onChoose }: { onChoose: () => void }) {
  const { search, timeZone, go } = useLog()
  const t = useMessages(messages)
  const { startDate, endDate, range } = search
  const rest = without(search, 'startDate', 'endDate', 'range')
  const isCustom = range === undefined && (startDate ?? endDate) !== undefined

  function choose(value: string): void {
    if (value === 'choose') onChoose()
    else if (value !== 'custom') {
      go(value === '' ? rest : refreshPeriod({ ...rest, range: value }, timeZone))
    }
  }

  return (
    <select
      aria-label={t.period}
      value={isCustom ? 'custom' : (range ?? '')}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t.anyTime}</option>
      {ranges.map((name) => (
        <option key={name} value={name}>
          {t[name]}
        </option>
      ))}
      {isCustom && <CustomPeriod />}
      <option value="choose">{t.choosePeriod}</option>
    </select>
  )
}

function CustomPeriod() {
  const { search, timeZone } = useLog()
  const t = useMessages(messages)
  const { locale } = useLocale()
  const textOf = (time = '') => formatTime(time, locale, timeZone) || time
  const [from, to] = [textOf(search.startDate), textOf(search.endDate)]
  let text = t.histogramPart({ from, to })
  if (to === '') text = t.from + colonOf(locale) + from
  else if (from === '') text = t.until + colonOf(locale) + to
  return <option value="custom">{text}</option>
}

type FormProps = { isStartFocused: boolean; onClose: () => void }

export function PeriodForm({ isStartFocused, onClose }: FormProps) {
  const [t, list] = [useMessages(messages), useMessages(listMessages)]
  const { search, go } = useLog()
  const id = useId()
  const [typed, setTyped] = useState({ startDate: search.startDate, endDate: search.endDate })
  const [showsError, setShowsError] = useState(() => endsBeforeStart(search))

  function submit(event: FormEvent): void {
    event.preventDefault()
    setShowsError(endsBeforeStart(typed))
    if (endsBeforeStart(typed)) return focusDate(`${id}-dates`)
    const dates = Object.entries(typed).filter(([, value]) => value !== undefined)
    go({ ...without(search, 'range', 'startDate', 'endDate'), ...Object.fromEntries(dates) })
    onClose()
  }

  return (
    <form className={styles.dates} aria-label={t.period} onSubmit={submit} noValidate>
      <Suspense fallback={<DatesPlace />}>
        <Dates
          id={`${id}-dates`}
          startDate={typed.startDate}
          endDate={typed.endDate}
          isStartFocused={isStartFocused}
          fault={showsError && endsBeforeStart(typed) ? t.endsBeforeStart : undefined}
          onChange={({ startDate, endDate }) => setTyped({ startDate, endDate })}
        />
      </Suspense>
      <Button type="submit" variant="primary">
        {list.apply}
      </Button>
    </form>
  )
}

/** Returns the reason why a part of the URL was not applied, as text. */
export function reasonOf(
  t: MessagesOf<typeof messages>,
  name: 'startDate' | 'endDate' | 'cursor',
  search: PeriodDates,
): string {
  if (name === 'cursor') return t.wrong_cursor
  return name === 'endDate' && endsBeforeStart(search) ? t.endsBeforeStart : t.wrong_date
}

/** A placeholder with labels while the two date fields load. */
function DatesPlace() {
  const t = useMessages(messages)
  return [t.from, t.until].map((label) => (
    <div key={label} className="stack-2" aria-hidden="true">
      <span className="strong">{label}</span>
      <span className={styles.datePlace} />
    </div>
  ))
}

/** Focuses the first segment of a date field, which consists of several. */
function focusDate(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
}
