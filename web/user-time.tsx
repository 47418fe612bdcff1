import { formatTime } from '#contract/time.ts'
import { useLocale } from './locale.ts'
import { useMe } from './me.ts'

/** A time in the time zone of the logged-in user. */
export function UserTime({ time }: { time: string }) {
  const { locale } = useLocale()
  const { timezone } = useMe()
  return <time dateTime={time}>{formatTime(time, locale, timezone)}</time>
}
