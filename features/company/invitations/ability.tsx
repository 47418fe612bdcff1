import { formatDay } from '#contract/day.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { inviteMessages } from './texts/messages.ts'

type Props = {
  /** Names of the selected platforms. */
  platforms: readonly string[]
  /** The last day of access; empty if the access does not end. */
  until: string
}

/** A sentence that names the platforms which the invited users will be able to open. */
export function Ability({ platforms, until }: Props) {
  const t = useMessages(inviteMessages)
  const { locale } = useLocale()
  const text = until === '' ? t.can : t.canUntil
  return (
    <p role="status">
      {platforms.length === 0 ? t.canNothing : text({ platforms, day: formatDay(until, locale) })}
    </p>
  )
}
