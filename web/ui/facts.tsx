import type { ReactNode } from 'react'
import { formatDays, formatSince } from '#contract/relative-time.ts'
import { formatRecentAfterLabel } from '#contract/sentence-time.ts'
import { formatList } from '#contract/text.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale } from '../locale.ts'
import { useTimeZone } from '../me.ts'
import styles from './facts.module.css'

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

/**
 * A time in a cell of a table: in full (specification §9), and below it, where there is room, the distance of its day. A
 * missing time leaves the cell empty; screen readers announce `missing`.
 */
export function CellTime({ time, missing }: TimeProps) {
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  if (time === null) return <span className="visually-hidden">{missing}</span>
  return (
    <span className={styles.cell}>
      <time dateTime={time}>{breakOnce(formatTime(time, locale, timeZone))}</time>
      <small>{formatDays(time, locale, timeZone)}</small>
    </span>
  )
}

/** Returns a time that breaks nowhere but before its clock time. */
export function breakOnce(time: string): string {
  return time.replaceAll(' ', '\u00a0').replace(/\u00a0(?=\d\d:)/, ' ')
}

/** A past day in a sentence: "yesterday", "5 days ago", or its date after a week. The tooltip contains the time. */
export function Ago(props: TimeProps) {
  return <InSentence {...props} format={formatSince} />
}

/** A time in a sentence: "today at 09:12", or in full for other days. The tooltip contains the time. */
export function Recent(props: TimeProps) {
  return <InSentence {...props} format={formatRecentAfterLabel} />
}

function InSentence({ time, missing, format }: TimeProps & { format: typeof formatSince }) {
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  if (time === null) return <span className="visually-hidden">{missing}</span>
  return (
    <time dateTime={time} title={formatTime(time, locale, timeZone)}>
      {format(time, locale, timeZone)}
    </time>
  )
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
