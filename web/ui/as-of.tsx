import { Suspense } from 'react'
import { formatOf, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '../locale.ts'
import { useAccount } from '../me.ts'
import { asOfMessages } from './texts/messages.ts'

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Shows the time of a list's data if a replica returned it. The list does not wait for this text. */
export function AsOf({ time }: { time: string | undefined }) {
  return (
    time !== undefined && (
      <Suspense fallback={null}>
        <Time time={time} />
      </Suspense>
    )
  )
}

function Time({ time }: { time: string }) {
  const t = useMessages(asOfMessages)
  const { locale } = useLocale()
  const { timezone } = useAccount()
  const text = formatOf(tags[locale], timezone, clock).format(new Date(time))
  return (
    <time className="soft" dateTime={time}>
      {t.asOf({ time: text })}
    </time>
  )
}
