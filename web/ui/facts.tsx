import { Fragment, type ReactNode } from 'react'
import { formatNear, formatRecent, formatSince } from '#contract/relative-time.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale } from '../locale.ts'

export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`
}

/** A row of a list of facts (`dl`). */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Names in a row, each read in its own direction. */
export function Names({ of, none }: { of: readonly { id: string; name: string }[]; none: string }) {
  if (of.length === 0) return none
  return of.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ))
}

type MomentProps = { time: string } | { time: string | null; missing: string }

/** A time in the time zone of the browser. The place of a missing one is empty; screen readers hear `missing`. */
export function Moment(props: MomentProps) {
  const { locale } = useLocale()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { time } = props
  if (time === null) {
    return <span className="visually-hidden">{'missing' in props && props.missing}</span>
  }
  return <time dateTime={time}>{formatTime(time, locale, timeZone)}</time>
}

type DayProps = { time: string | null; missing: string }

/** How long ago, or after a week the day; the exact time by the pointer. */
export function Ago(props: DayProps) {
  return <Day {...props} format={formatSince} />
}

/** With the time of day for today and yesterday. */
export function Recent(props: DayProps) {
  return <Day {...props} format={formatRecent} />
}

function Day({ time, missing, format }: DayProps & { format: typeof formatSince }) {
  const { locale } = useLocale()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (time === null) return <span className="visually-hidden">{missing}</span>
  return (
    <time dateTime={time} title={formatTime(time, locale, timeZone)}>
      {format(time, locale, timeZone)}
    </time>
  )
}

/** How far away it is in either direction, with the clock for about a day, after a week the day; the exact time by the pointer. */
export function Near(props: DayProps) {
  return <Day {...props} format={formatNear} />
}

type ActiveProps = {
  active: boolean
  /** The grammatical gender differs by record and language, so each feature has its own texts. */
  t: { active: string; deactivated: string }
}

export function ActiveState({ active, t }: ActiveProps) {
  return (
    <span className="tag" data-kind={active ? 'good' : 'off'}>
      {active ? t.active : t.deactivated}
    </span>
  )
}
