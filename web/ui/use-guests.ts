import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CheckedRow, GuestRow } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import type { PastedRow } from '../guest-rows.ts'
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

/** What a list is for. */
export type GuestTarget = {
  /** Under which a reload keeps what was typed. */
  key: string
  maxRows: number
  /** The address of a row that is there already, to be corrected. */
  wrongAddress?: string | undefined
  /** Equal where the answers of `check` are; undefined while there is nothing to check against. */
  of: string | undefined
  /** Of rows without their own. */
  language: Locale
  check: (rows: GuestRow[], signal: AbortSignal) => Promise<readonly CheckedRow[]>
}

const pauseMs = 400
const nothingKnown: KnownAddresses = new Map()

/** The rows, and what is wrong with those that the next call would send. */
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
    /** Those of the next call. */
    sent,
    rest: guests.filter((guest) => !isBlank(guest)).length - sent.length,
    faults,
    known,
    remember,
    checking: { error, retry },
  }
}

/** A reload that the page asks for keeps what was typed. */
function keptGuests(key: string): readonly Guest[] {
  const { rows } = takeInput(key)
  const kept = typeof rows === 'string' ? (JSON.parse(rows) as PastedRow[]) : []
  return withBlankEnd(kept.map((row) => newGuest(row)))
}

/** Asks the server about each address once it stands still, and again for another target. */
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

/** Without the faults of names, which the page finds itself while they are being typed. */
function ofAddress(address: string, row: CheckedRow | undefined): [string, CheckedRow][] {
  if (!row) return []
  return [[address, { ...row, faults: row.faults.filter(({ field }) => field === 'email') }]]
}

type SendOptions<Body, Answer> = {
  bodyOf: (guests: readonly Guest[]) => Body
  post: (key: string, body: Body) => Promise<Answer>
  onWrong: (checked: Map<string, CheckedRow>) => void
}

/** Sends a list once: the same list keeps its key, so that a retry after a timeout sends nothing twice. */
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

  /** Whether nobody knows what became of this list: its rows may count as invited by itself. */
  function isUnanswered(guests: readonly Guest[]): boolean {
    return last.current.isUnanswered && last.current.of === JSON.stringify(bodyOf(guests))
  }

  return { send, isUnanswered }
}
