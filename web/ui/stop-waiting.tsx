import { useEffect, useState } from 'react'
import { fieldMessages } from './field-messages.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'

const longMs = 4000

/** A way out for somebody who has waited long for an answer. */
export function StopWaiting({ onStop }: { onStop: () => void }) {
  const t = useMessages(fieldMessages)
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])

  if (!isLong) return null
  return (
    <Button variant="quiet" onClick={onStop}>
      {t.stopWaiting}
    </Button>
  )
}
