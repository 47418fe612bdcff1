import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CheckedRow, GuestRow } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import type { PastedRow } from './guest-rows.ts'
import { takeInput, watchInput } from '../unsaved-input.ts'
import {
  checkedOfRefusal,
  findFaults,
  findUnchecked,
  isBlank,
  newGuest,
  rowOf,
  toSend,
  withBlankEnd,
  type Guest,
  type KnownAddresses,
} from './guests.ts'

/** The target of a list of invited users. */
export type GuestTarget = {
  /** Storage key of the typed rows, which survive a reload. */
  key: string
  maxRows: number
  /** Email address of the invitation that is replaced because the address is wrong. */
  wrongAddress?: string | undefined
  /** Cache key of the answers of `check`; undefined while rows cannot be checked. */
  of: string | undefined
  /** Language of rows that have none. */
  language: Locale
  check: (rows: GuestRow[], signal: AbortSignal) => Promise<readonly CheckedRow[]>
}

const pauseMs = 400
const nothingKnown: KnownAddresses = new Map()

/** Manages the rows, and finds the faults of those that the next request would send. */
export function useGuests(target: GuestTarget) {
  const { key, maxRows, wrongAddress } = target
  const [guests, setGuests] = useState(() => keptGuests(key))
  const { known, remember, error, retry } = useKnownAddresses(guests, target)
  const sent = useMemo(() => toSend(guests, maxRows), [guests, maxRows])
  const faults = useMemo(() => findFaults(sent, known, wrongAddress), [sent, known, wrongAddress])
  const findChanged = useEffectEvent((): Record<string, string> => {
    const typed = guests.filter((guest) => !isBlank(guest))
    return typed.length > 0 ? { rows: JSON.stringify(typed) } : {}
  })

  useEffect(() => {
    const read = (): Record<string, string> => findChanged()
    return watchInput({ key, findChanged: read, findKeepable: read })
  }, [key])

  return {
    guests,
    setGuests,
    /** Rows of the next request. */
    sent,
    rest: guests.filter((guest) => !isBlank(guest)).length - sent.length,
    faults,
    known,
    remember,
    checking: { error, retry },
  }
}

/** Returns the rows that were stored before the page reloaded itself. */
function keptGuests(key: string): readonly Guest[] {
  const { rows } = takeInput(key)
  const kept = typeof rows === 'string' ? (JSON.parse(rows) as PastedRow[]) : []
  return withBlankEnd(kept.map((row) => newGuest(row)))
}

/** Checks each new address with the server after a pause in typing, and all addresses again if the target changes. */
function useKnownAddresses(guests: readonly Guest[], { of = '', ...asked }: GuestTarget) {
  const [answers, setAnswers] = useState({ of, known: nothingKnown })
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const known = answers.of === of ? answers.known : nothingKnown
  const attempt = `${of} ${tries}`

  const remember = useEffectEvent((checked: ReadonlyMap<string, CheckedRow>) => {
    setAnswers((before) => {
      const kept = before.of === of ? before.known : nothingKnown
      return { of, known: new Map([...kept, ...checked]) }
    })
  })
  const check = useEffectEvent(async (these: readonly Guest[], signal: AbortSignal) => {
    const unchecked = [...findUnchecked(toSend(these, asked.maxRows), known)]
    if (of === '' || unchecked.length === 0) return
    try {
      const rows = unchecked.map(([, guest]) => rowOf(guest, asked.language))
      const checked = await asked.check(rows, signal)
      setError(undefined)
      remember(new Map(unchecked.flatMap(([address], index) => ofAddress(address, checked[index]))))
    } catch (thrown) {
      if (!signal.aborted) setError(thrown)
    }
  })

  useEffect(() => {
    const stop = new AbortController()
    const wait = attempt.endsWith(' 0') ? pauseMs : 0
    const timer = setTimeout(() => void check(guests, stop.signal), wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [guests, attempt])

  return {
    known,
    remember: (checked: ReadonlyMap<string, CheckedRow>) =>
      setAnswers({ of, known: new Map([...known, ...checked]) }),
    error,
    retry: () => setTries(tries + 1),
  }
}

/** Returns the answer for an address without the faults of names, which the page finds itself during typing. */
function ofAddress(address: string, row: CheckedRow | undefined): [string, CheckedRow][] {
  if (!row) return []
  return [[address, { ...row, faults: row.faults.filter(({ field }) => field === 'email') }]]
}

type SendOptions<Body, Answer> = {
  bodyOf: (guests: readonly Guest[]) => Body
  post: (key: string, body: Body) => Promise<Answer>
  onWrong: (checked: Map<string, CheckedRow>) => void
}

/** Sends a list with an idempotency key. The same list keeps its key, so that a retry after a timeout is safe. */
export function useSendOnce<Body, Answer>({ bodyOf, post, onWrong }: SendOptions<Body, Answer>) {
  const last = useRef({ of: '', key: '', isUnanswered: false })

  async function send(
    guests: readonly Guest[],
  ): Promise<{ answer: Answer; guests: typeof guests }> {
    const body = bodyOf(guests)
    const of = JSON.stringify(body)
    const key = last.current.of === of ? last.current.key : crypto.randomUUID()
    last.current = { of, key, isUnanswered: true }
    try {
      const answer = await post(key, body)
      last.current.isUnanswered = false
      return { answer, guests }
    } catch (error) {
      if (error instanceof Refusal) {
        last.current.isUnanswered = false
        onWrong(checkedOfRefusal(guests, error.faults))
      }
      throw error
    }
  }

  /** Returns true if the result of sending this list is unknown: its rows may already be invited. */
  function isUnanswered(guests: readonly Guest[]): boolean {
    return last.current.isUnanswered && last.current.of === JSON.stringify(bodyOf(guests))
  }

  return { send, isUnanswered }
}
