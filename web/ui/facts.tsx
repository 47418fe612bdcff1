import type { ReactNode } from 'react'
import { capitalize, formatNear, formatRecent, formatSince } from '#contract/relative-time.ts'
import { formatRecentAfterLabel } from '#contract/sentence-time.ts'
import { formatList } from '#contract/text.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale } from '../locale.ts'
import { useTimeZone } from '../me.ts'

/** A name and its value, as a row of a description list (`dl`). */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Names as a list in the language of the page (“A, B, and C”), each in its own text direction. */
export function Names({ of, none }: { of: readonly { name: string }[]; none: string }) {
  const { locale } = useLocale()
  if (of.length === 0) return none
  return formatList(
    of.map(({ name }) => name),
    locale,
  )
}

type TimeProps = { time: string; missing?: never } | { time: string | null; missing: string }

/** A time in the time zone of the page's reader. A missing time shows nothing; screen readers announce `missing`. */
export function Moment({ time, missing }: TimeProps) {
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  if (time === null) return <span className="visually-hidden">{missing}</span>
  return <time dateTime={time}>{formatTime(time, locale, timeZone)}</time>
}

type DayProps = TimeProps & {
  /** True if text precedes the time, as in “Last used today at 09:12”. A time without such text is capitalized. */
  isInText?: boolean
}

/** A past day as "Yesterday", "5 days ago", or as its date after a week. The tooltip contains the exact time. */
export function Ago(props: DayProps) {
  return <Day {...props} format={formatSince} />
}

/** A time as "Today 09:12" or "Yesterday 18:40", or with its full date for other days. */
export function Recent(props: DayProps) {
  return <Day {...props} format={props.isInText ? formatRecentAfterLabel : formatRecent} />
}

type FormattedDayProps = DayProps & { format: typeof formatSince }

function Day({ time, missing, isInText = false, format }: FormattedDayProps) {
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  if (time === null) return <span className="visually-hidden">{missing}</span>
  const text = format(time, locale, timeZone)
  return (
    <time dateTime={time} title={formatTime(time, locale, timeZone)}>
      {isInText ? text : capitalize(text, locale)}
    </time>
  )
}

/** A past or future time as "Tomorrow 16:15", "In 5 days" or a date. The tooltip contains the exact time. */
export function Near(props: DayProps) {
  return <Day {...props} format={formatNear} />
}

type ActiveProps = {
  active: boolean
  /** Texts of the feature, because the grammatical gender differs by record and language. */
  t: { active: string; deactivated: string }
}

export function ActiveState({ active, t }: ActiveProps) {
  return (
    <span className="tag" data-kind={active ? 'good' : 'off'}>
      {active ? t.active : t.deactivated}
    </span>
  )
}
