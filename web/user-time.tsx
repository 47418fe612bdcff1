import { formatTime } from '#contract/time.ts'
import { useLocale } from './locale.ts'
import { useAccount } from './me.ts'

/** A time in the time zone of the logged-in user; for an admin, in that of the browser. */
export function UserTime({ time }: { time: string }) {
  const { locale } = useLocale()
  const { timezone } = useAccount()
  return <time dateTime={time}>{formatTime(time, locale, timezone)}</time>
}
