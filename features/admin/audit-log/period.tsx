import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import { colonOf } from '#contract/text.ts'
import { formatTime } from '#contract/time.ts'
import { loadChunk } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { endsBeforeStart, ranges, refreshPeriod, useLog, without } from './audit-search.tsx'
import styles from './filters.module.css'
import { messages } from './texts/messages.ts'
import { reasonOf } from './wrong-filter.tsx'

const Dates = lazy(async () => {
  const { Dates } = await loadChunk(() => import('./dates.tsx'))
  return { default: Dates }
})

/** Offers relative periods, yesterday and a custom period. */
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
  const text =
    to === ''
      ? t.from + colonOf(locale) + from
      : from === ''
        ? t.until + colonOf(locale) + to
        : undefined
  return <option value="custom">{text ?? t.histogramPart({ from, to })}</option>
}

type FormProps = {
  /** True if the start field takes the focus. */
  isFirst: boolean
  onClose: () => void
}

/** A form for the start and end of a period. */
export function PeriodForm({ isFirst, onClose }: FormProps) {
  const [t, list] = [useMessages(messages), useMessages(listMessages)]
  const { search, go } = useLog()
  const id = useId()
  const [typed, setTyped] = useState({ startDate: search.startDate, endDate: search.endDate })
  const [isWrong, setWrong] = useState(() => endsBeforeStart(search))

  function submit(event: FormEvent): void {
    event.preventDefault()
    setWrong(endsBeforeStart(typed))
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
          isFirst={isFirst}
          fault={isWrong ? reasonOf(t, 'endDate', typed) : undefined}
          onChange={({ startDate, endDate }) => setTyped({ startDate, endDate })}
        />
      </Suspense>
      <Button type="submit" variant="primary">
        {list.apply}
      </Button>
    </form>
  )
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
