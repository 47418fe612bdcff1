import { useId, useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { accessEndMessages } from '#web/parts/texts/messages.ts'
import { dayOf, lastDay } from '#web/ui/days.ts'

type Props = { day: string; onChange: (day: string) => void }

/** An optional date field for the last day of access, which applies to all rows of a list. */
export function EndDay({ day, onChange }: Props) {
  const t = useMessages(accessEndMessages)
  const hint = useId()
  const [today] = useState(() => dayOf(new Date()))
  return (
    <label>
      {t.expiresAt}
      <input
        type="date"
        min={today}
        max={lastDay}
        value={day}
        aria-describedby={hint}
        onChange={({ target }) => onChange(target.value)}
      />
      <small id={hint} className="soft">
        {t.expiresAtHint}
      </small>
    </label>
  )
}
