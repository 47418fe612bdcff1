import { formatOf, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '../locale.ts'
import { useTimeZone } from '../me.ts'
import { asOfMessages } from './texts/messages.ts'

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Shows the time of a list's data, which is defined only if a replica returned the data. */
export function AsOf({ time }: { time: string | undefined }) {
  const t = useMessages(asOfMessages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  if (time === undefined) return null
  const text = formatOf(tags[locale], timeZone, clock).format(new Date(time))
  return (
    <time className="soft" dateTime={time}>
      {t.asOf({ time: text })}
    </time>
  )
}
