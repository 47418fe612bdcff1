import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { CheckedRow } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { takeInput, watchInput } from '#web/unsaved-input.ts'
import { addInvitations, checkInvitations, type listInvitingPartners } from './contract.ts'
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
} from './guests.tsx'
import type { PastedRow } from '#web/guest-rows.ts'

export type Company = Reply<typeof listInvitingPartners>[number]

/** What a list is sent with, once for all of its rows. */
export type Terms = {
  company: Company | undefined
  subsystems: readonly string[]
  language: Locale
  redirectUrl: string
}

const pauseMs = 400
const key = 'invitations'
const nothingKnown: KnownAddresses = new Map()

/** The rows, and what is wrong with those that the next call would send. */
export function useGuests(terms: Terms) {
  const [guests, setGuests] = useState(keptGuests)
  const { known, remember, error, retry } = useKnownAddresses(guests, terms)
  const sent = useMemo(() => toSend(guests), [guests])
  const faults = useMemo(() => findFaults(sent, known), [sent, known])
  const findChanged = useEffectEvent((): Record<string, string> => {
    const typed = guests.filter((guest) => !isBlank(guest))
    return typed.length > 0 ? { rows: JSON.stringify(typed) } : {}
  })

  useEffect(() => {
    const read = (): Record<string, string> => findChanged()
    return watchInput({ key, findChanged: read, findKeepable: read })
  }, [])

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
function keptGuests(): readonly Guest[] {
  const { rows } = takeInput(key)
  const kept = typeof rows === 'string' ? (JSON.parse(rows) as PastedRow[]) : []
  return withBlankEnd(kept.map((row) => newGuest(row)))
}

/** Asks the server about each address once it stands still, and again for another company or other platforms. */
function useKnownAddresses(guests: readonly Guest[], { company, subsystems, language }: Terms) {
  const target = JSON.stringify([company?.id, subsystems.toSorted()])
  const [answers, setAnswers] = useState({ target, known: nothingKnown })
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const known = answers.target === target ? answers.known : nothingKnown
  const attempt = `${target} ${tries}`

  const remember = useEffectEvent((checked: ReadonlyMap<string, CheckedRow>) => {
    setAnswers((before) => {
      const kept = before.target === target ? before.known : nothingKnown
      return { target, known: new Map([...kept, ...checked]) }
    })
  })
  const check = useEffectEvent(async (of: readonly Guest[], signal: AbortSignal) => {
    const unchecked = [...findUnchecked(toSend(of), known)]
    if (!company || unchecked.length === 0) return
    const rows = unchecked.map(([, guest]) => rowOf(guest, language))
    const body = { companyId: company.id, subsystems: [...subsystems], rows }
    try {
      const reply = await call(checkInvitations, { body }, { signal })
      setError(undefined)
      remember(
        new Map(unchecked.flatMap(([address], index) => ofAddress(address, reply.rows[index]))),
      )
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
      setAnswers({ target, known: new Map([...known, ...checked]) }),
    error,
    retry: () => setTries(tries + 1),
  }
}

/** Without the faults of names, which the page finds itself while they are being typed. */
function ofAddress(address: string, row: CheckedRow | undefined): [string, CheckedRow][] {
  if (!row) return []
  return [[address, { ...row, faults: row.faults.filter(({ field }) => field === 'email') }]]
}

export type SentList = Reply<typeof addInvitations> & { guests: readonly Guest[] }

/** Sends a list once: the same list keeps its key, so that a retry after a timeout sends nothing twice. */
export function useSending(terms: Terms, onWrong: (checked: Map<string, CheckedRow>) => void) {
  const last = useRef({ of: '', key: '', isUnanswered: false })

  function bodyOf(guests: readonly Guest[]) {
    const { company, subsystems, language, redirectUrl } = terms
    return {
      companyId: company?.id ?? '',
      subsystems: [...subsystems],
      rows: guests.map((guest) => rowOf(guest, language)),
      ...(redirectUrl.trim() !== '' && { redirectUrl: redirectUrl.trim() }),
    }
  }

  async function send(guests: readonly Guest[]): Promise<SentList> {
    const body = bodyOf(guests)
    const of = JSON.stringify(body)
    const key = last.current.of === of ? last.current.key : crypto.randomUUID()
    last.current = { of, key, isUnanswered: true }
    try {
      const answer = await call(addInvitations, { headers: { 'idempotency-key': key }, body })
      last.current.isUnanswered = false
      return { ...answer, guests }
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
