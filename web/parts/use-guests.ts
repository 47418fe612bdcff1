import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CheckedRow, GuestRow } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import type { PastedRow } from './guest-rows.ts'
import { takeInput, watchInput } from '../unsaved-input.ts'
import {
  resultsOfRefusal,
  findFaults,
  findUnchecked,
  isBlank,
  newGuest,
  rowOf,
  rowsOfRequest,
  withBlankEnd,
  type Guest,
  type CheckResults,
} from './guests.ts'

/** The target of a list of invited users. */
export type GuestTarget = {
  /** Storage key of the typed rows, which survive a reload. */
  key: string
  maxRows: number
  /** Wrong address of the invitation that the list replaces. */
  addressToCorrect?: string | undefined
  /** Cache key of the answers of `check`; undefined while rows cannot be checked. */
  cacheKey: string | undefined
  /** Language of rows that have none. */
  language: Locale
  check: (rows: GuestRow[], signal: AbortSignal) => Promise<readonly CheckedRow[]>
}

const pauseMs = 400
const noResults: CheckResults = new Map()

/** Manages the rows, and finds the faults of those that the next request would send. */
export function useGuests(target: GuestTarget) {
  const { key, maxRows, addressToCorrect } = target
  const [guests, setGuests] = useState(() => restoreGuests(key))
  const { checkResults, remember, error, retry } = useCheckResults(guests, target)
  const rowsToSend = useMemo(() => rowsOfRequest(guests, maxRows), [guests, maxRows])
  const faults = useMemo(() => {
    // Includes blank rows, so that the error of a duplicate shows the number of the row in the list.
    const last = rowsToSend.at(-1)
    const numberedRows = last ? guests.slice(0, guests.indexOf(last) + 1) : []
    return findFaults(numberedRows, checkResults, addressToCorrect)
  }, [guests, rowsToSend, checkResults, addressToCorrect])
  const findChanged = useEffectEvent((): Record<string, string> => {
    const filledRows = guests.filter((guest) => !isBlank(guest))
    return filledRows.length > 0 ? { rows: JSON.stringify(filledRows) } : {}
  })

  useEffect(() => {
    // An effect event must not leave its component, hence the wrapper.
    const read = (): Record<string, string> => findChanged()
    return watchInput({ key, findChanged: read, findKeepable: read })
  }, [key])

  return {
    guests,
    setGuests,
    /** Rows of the next request. */
    rowsToSend,
    /** Number of rows that wait for a later request. */
    rest: guests.filter((guest) => !isBlank(guest)).length - rowsToSend.length,
    faults,
    checkResults,
    remember,
    checking: { error, retry },
  }
}

/** Takes the rows that were stored before the page reloaded itself, and adds a blank row. */
function restoreGuests(key: string): readonly Guest[] {
  const { rows } = takeInput(key)
  const stored = typeof rows === 'string' ? (JSON.parse(rows) as PastedRow[]) : []
  return withBlankEnd(stored.map((row) => newGuest(row)))
}

/** Checks each new address with the server after a pause in typing, and all addresses again if the target changes. */
function useCheckResults(guests: readonly Guest[], { cacheKey = '', ...target }: GuestTarget) {
  const [cache, setCache] = useState({ cacheKey, results: noResults })
  const [error, setError] = useState<unknown>()
  // A new object for each retry, so that a second retry of the same rows starts again.
  const [retry, setRetry] = useState<{ guests: readonly Guest[] }>()
  const checkResults = cache.cacheKey === cacheKey ? cache.results : noResults

  function storeResults(checked: ReadonlyMap<string, CheckedRow>): void {
    setCache((before) => {
      const results = before.cacheKey === cacheKey ? before.results : noResults
      return { cacheKey, results: new Map([...results, ...checked]) }
    })
  }
  const check = useEffectEvent(async (rows: readonly Guest[], signal: AbortSignal) => {
    const unchecked = [...findUnchecked(rowsOfRequest(rows, target.maxRows), checkResults)]
    if (unchecked.length === 0) return setError(undefined)
    try {
      const body = unchecked.map(([, guest]) => rowOf(guest, target.language))
      const checked = await target.check(body, signal)
      // The rows or the target have changed meanwhile.
      if (signal.aborted) return
      setError(undefined)
      storeResults(
        new Map(unchecked.flatMap(([address], index) => resultOf(address, checked[index]))),
      )
    } catch (thrown) {
      if (!signal.aborted) setError(thrown)
    }
  })

  useEffect(() => {
    if (cacheKey === '') return undefined
    const stop = new AbortController()
    // A retry does not wait for a pause in typing.
    const waitMs = retry?.guests === guests ? 0 : pauseMs
    const timer = setTimeout(() => void check(guests, stop.signal), waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [guests, cacheKey, retry])

  return {
    checkResults,
    /** Adds check results from the response to another request. */
    remember: storeResults,
    error,
    retry: () => setRetry({ guests }),
  }
}

/** Returns the answer for an address without the faults of names, which the page finds itself during typing. */
function resultOf(address: string, row: CheckedRow | undefined): [string, CheckedRow][] {
  if (!row) return []
  return [[address, { ...row, faults: row.faults.filter(({ field }) => field === 'email') }]]
}

type SendOptions<Body, Answer> = {
  bodyOf: (guests: readonly Guest[]) => Body
  post: (key: string, body: Body) => Promise<Answer>
  /** Called with the results for the rows that the server rejected. */
  onWrong: (checked: Map<string, CheckedRow>) => void
}

/** Sends a list with an idempotency key. The same list keeps its key, so that a retry after a timeout is safe. */
export function useSendOnce<Body, Answer>({ bodyOf, post, onWrong }: SendOptions<Body, Answer>) {
  const last = useRef({ bodyText: '', key: '', isUnanswered: false })

  async function send(
    guests: readonly Guest[],
  ): Promise<{ answer: Answer; guests: typeof guests }> {
    const body = bodyOf(guests)
    const bodyText = JSON.stringify(body)
    const key = last.current.bodyText === bodyText ? last.current.key : crypto.randomUUID()
    last.current = { bodyText, key, isUnanswered: true }
    try {
      const answer = await post(key, body)
      last.current.isUnanswered = false
      return { answer, guests }
    } catch (error) {
      if (error instanceof Refusal) {
        last.current.isUnanswered = false
        onWrong(resultsOfRefusal(guests, error.faults))
      }
      throw error
    }
  }

  /** Returns true if the result of sending this list is unknown: its rows may already be invited. */
  function isUnanswered(guests: readonly Guest[]): boolean {
    return last.current.isUnanswered && last.current.bodyText === JSON.stringify(bodyOf(guests))
  }

  return { send, isUnanswered }
}
