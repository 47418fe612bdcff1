export type Timer = { stop: () => Promise<void> }

type About = {
  everyMs: number
  work: () => Promise<void>
  onError: (error: unknown) => void
}

/** Does something again and again, the next time only after the last has ended. */
export function startTimer({ everyMs, work, onError }: About): Timer {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let next: NodeJS.Timeout | undefined

  function once(): void {
    running = work()
      .catch(onError)
      .then(() => {
        if (!isStopped) next = setTimeout(once, everyMs)
      })
  }

  once()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(next)
      return running
    },
  }
}
