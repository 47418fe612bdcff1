import { formatTime } from '#contract/time.ts'
import { useLocale } from '../locale.ts'

/** A time in the zone of whoever looks. */
export function Moment({ time }: { time: string }) {
  const { locale } = useLocale()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return <time dateTime={time}>{formatTime(time, locale, timeZone)}</time>
}
