import { useEffect, useState } from 'react'
import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'

/** A text such as "Try again in 9 min 12 s". Updates every second; announces only its start and end. */
export function Countdown({ untilMs }: { untilMs: number }) {
  const t = useMessages(fieldMessages)
  const [initialSeconds] = useState(() => secondsUntil(untilMs))
  const secondsLeft = useSecondsUntil(untilMs)
  const text = (left: number) => {
    const [minutes, seconds] = [Math.floor(left / 60), left % 60]
    const textOfTime = minutes > 0 ? t.minutesAndSeconds : t.onlySeconds
    return t.tryAgainIn({ time: textOfTime({ minutes, seconds }) })
  }

  return (
    <>
      {secondsLeft > 0 && <span aria-hidden="true">{text(secondsLeft)}</span>}
      {secondsLeft > 0 && <span className="visually-hidden">{text(initialSeconds)}</span>}
      <span role="status">{secondsLeft > 0 ? '' : t.tryAgainNow}</span>
    </>
  )
}

/** Returns the seconds until a time, rounded up; 0 after it. Updates itself. */
export function useSecondsUntil(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(untilMs)), 500)
    return () => clearInterval(timer)
  }, [untilMs])
  return seconds
}

function secondsUntil(untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
}
