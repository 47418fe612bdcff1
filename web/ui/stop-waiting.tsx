import { useEffect, useState } from 'react'
import { fieldWords } from './field-words.ts'
import { useWords } from '../locale.ts'

const longMs = 4000

/** A way out for somebody who has waited long for an answer. */
export function StopWaiting({ onStop }: { onStop: () => void }) {
  const say = useWords(fieldWords)
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])

  if (!isLong) return null
  return (
    <button type="button" className="quiet-button" onClick={onStop}>
      {say.stopWaiting}
    </button>
  )
}
