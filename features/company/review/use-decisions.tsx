import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { isHandledByPage } from '#web/session.ts'
import { describeError } from '#web/ui/error-facts.ts'
import { useTextOf } from '#web/ui/failure.tsx'
import { showError } from '#web/ui/snackbar.tsx'
import { decideReview, type Review, type ReviewedAccess } from './contract.ts'
import { messages } from './texts/messages.ts'

type Decision = 'keep' | 'remove'

/** A decision of this page. It can be undone while it is waiting. */
type Mark = { decision: Decision; isWaiting: boolean }

/** An item with the id of its user. */
export type Item = Pick<ReviewedAccess, 'id' | 'platform'> & { userId: string }

export type Decisions = {
  /** The decisions by the ids of the items. */
  marks: ReadonlyMap<string, Mark>
  decide: (items: readonly Item[], decision: Decision) => void
  undo: (ids: readonly string[]) => void
  /** Sends the waiting decisions and forgets all marks, before the list shows other rows. */
  finish: () => void
}

const undoMs = 10_000
/** Maximum number of items that the endpoint accepts. */
const maxItemsPerCall = 100

type Waiting = Map<string, { item: Item; decision: Decision }>

/**
 * Returns the decisions about the rows of a page, and functions that change them. A decision waits ten seconds for its
 * undoing, or until the page is left, because the effect of a removal is immediate and cannot be undone.
 */
export function useDecisions(
  review: Review,
  { onSaved, refetch }: { onSaved: () => void; refetch: () => void },
): Decisions {
  const { marks, setMarks, change } = useMarks()
  const waiting = useRef<Waiting>(new Map())
  const lastCall = useRef<Promise<void>>(Promise.resolve())
  const onFailed = useFailed(refetch)

  /** Sends those of these decisions that are still waiting, after the calls before them. */
  function send(ids: readonly string[]): void {
    const part: Waiting = new Map([...waiting.current].filter(([id]) => ids.includes(id)))
    for (const [id, { decision }] of part) {
      waiting.current.delete(id)
      change([id], { decision, isWaiting: false })
    }
    if (part.size === 0) return
    const save = () => sendDecisions(review.id, part).then(onSaved)
    lastCall.current = lastCall.current.then(save).catch((error: unknown) => {
      change([...part.keys()])
      onFailed(error)
    })
  }

  const sendAll = () => send([...waiting.current.keys()])
  useLeaving(sendAll)
  return {
    marks,
    decide: (items, decision) => {
      const ids = items.map(({ id }) => id)
      const own: Waiting = new Map(items.map((item) => [item.id, { item, decision }]))
      for (const [id, each] of own) waiting.current.set(id, each)
      change(ids, { decision, isWaiting: true })
      // A decision that was undone, or made again, has another object in the map.
      setTimeout(() => {
        send(ids.filter((id) => waiting.current.get(id) === own.get(id)))
      }, undoMs)
    },
    undo: (ids) => {
      for (const id of ids) waiting.current.delete(id)
      change(ids)
    },
    finish: () => {
      sendAll()
      setMarks(new Map())
      // The view that opens may have been read before the decisions were saved.
      void lastCall.current.then(refetch)
    },
  }
}

function useMarks() {
  const [marks, setMarks] = useState<Decisions['marks']>(new Map())
  /** Sets the mark of these items, or removes their marks. */
  function change(ids: readonly string[], mark?: Mark): void {
    setMarks((current) => {
      const others = [...current].filter(([id]) => !ids.includes(id))
      return new Map([...others, ...(mark ? ids.map((id) => [id, mark] as const) : [])])
    })
  }
  return { marks, setMarks, change }
}

/** Returns a function that shows an error and reads the rows again, which another administrator may have decided. */
function useFailed(refetch: () => void) {
  const t = useMessages(messages)
  const textOf = useTextOf(t)
  return (error: unknown) => {
    if (!isHandledByPage(error)) {
      const facts = describeError(error, textOf)
      showError(textOf(facts.key) ?? t.failed, facts)
    }
    refetch()
  }
}

/** Calls `onLeave` when the page or its tab is hidden or closed. */
function useLeaving(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      leave()
    }
  }, [])
}

/** Sends the decisions in several calls if needed. Decisions before an error remain. */
async function sendDecisions(id: string, part: Waiting): Promise<void> {
  const items = [...part.values()].map(({ item, decision }) => ({
    userId: item.userId,
    subsystem: item.platform?.id ?? null,
    decision,
  }))
  for (let from = 0; from < items.length; from += maxItemsPerCall) {
    const body = { items: items.slice(from, from + maxItemsPerCall) }
    await call(decideReview, { params: { id }, body })
  }
}
