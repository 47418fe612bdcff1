import type { Dispatch, SetStateAction } from 'react'
import { email } from '#contract/fields.ts'
import { guestRow, type CheckedRow, type GuestRow, type RowFault } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import type { PastedRow } from './guest-rows.ts'

/** A row of the list as typed or pasted. A row without a language uses the language of the list. */
export type Guest = PastedRow & { key: number }
/** Replaces the rows, or derives them from the latest ones. */
export type SetGuests = Dispatch<SetStateAction<readonly Guest[]>>
export type GuestField = Exclude<keyof PastedRow, 'unknownLanguage'>

/** Fields of a row that are typed as text; the language is selected. */
export const textFields = ['email', 'firstname', 'lastname'] as const

let lastKey = 0

export function newGuest(row: Partial<PastedRow> = {}): Guest {
  lastKey += 1
  const blank = {
    email: '',
    firstname: '',
    lastname: '',
    language: '',
    unknownLanguage: '',
  } as const
  return { ...blank, ...row, key: lastKey }
}

export function isBlank(guest: Guest): boolean {
  return textFields.every((field) => guest[field].trim() === '')
}

/** Returns the rows that one call sends: the first `maxRows` rows that are not blank. */
export function rowsOfRequest(guests: readonly Guest[], maxRows: number): Guest[] {
  return guests.filter((guest) => !isBlank(guest)).slice(0, maxRows)
}

export function rowOf(guest: Guest, language: Locale): GuestRow {
  const { email: address, firstname, lastname } = guest
  return { email: address, firstname, lastname, preferredLanguage: guest.language || language }
}

/** Returns the address in the form that the server compares; undefined if it is not a valid address. */
export function addressOf(guest: Guest): string | undefined {
  return email.safeParse(guest.email).data
}

/** Puts pasted rows in place of row `at` if that is blank, otherwise below it. Keeps a blank last row. */
export function withPasted(
  guests: readonly Guest[],
  at: number,
  pasted: readonly Guest[],
): Guest[] {
  const row = guests[at]
  const isFree = row !== undefined && isBlank(row)
  return withBlankEnd(guests.toSpliced(isFree ? at : at + 1, isFree ? 1 : 0, ...pasted))
}

/** Returns true if the text may be the values of one column other than the addresses. */
export function canBeColumn(text: string, field: GuestField): boolean {
  return field !== 'email' && !text.includes('@')
}

/** Fills one column downward from row `at` with pasted values, and adds rows if needed. Keeps a blank last row. */
export function withColumn(
  guests: readonly Guest[],
  at: number,
  field: GuestField,
  values: readonly string[],
): Guest[] {
  const filled = values.map((value, index) => ({
    ...(guests[at + index] ?? newGuest()),
    [field]: value,
  }))
  return withBlankEnd(guests.toSpliced(at, values.length, ...filled))
}

export function withBlankEnd(guests: readonly Guest[]): Guest[] {
  const last = guests.at(-1)
  return last && isBlank(last) ? [...guests] : [...guests, newGuest()]
}

export type GuestFault = Omit<RowFault, 'field' | 'code'> & {
  field: GuestField
  /** Number of the first row that contains the address, if the address is a duplicate. */
  row?: number
  /** The pasted language, if it is not supported. */
  language?: string
  /** True if the text is a hint about what to do and not yet an error. */
  isHint?: boolean
}

/** The server's check results by address, for one company and its platforms. */
export type CheckResults = ReadonlyMap<string, CheckedRow>

/**
 * Returns the errors of the rows, by row key; rows without errors are absent. A row may not keep `addressToCorrect`,
 * the wrong address for which the list was opened.
 */
export function findFaults(
  guests: readonly Guest[],
  checkResults: CheckResults,
  addressToCorrect?: string,
): ReadonlyMap<number, GuestFault[]> {
  const firstRows = new Map<string, number>()
  const faults = new Map<number, GuestFault[]>()
  for (const [index, guest] of guests.entries()) {
    if (isBlank(guest)) continue
    const address = addressOf(guest)
    const firstRow = firstRows.get(address ?? '')
    if (address !== undefined) firstRows.set(address, firstRow ?? index + 1)
    const all = [
      ...addressFaults(address, firstRow),
      ...schemaFaults(guest),
      ...languageFaults(guest),
    ]
    if (all.length > 0) faults.set(guest.key, all)
  }
  return faults

  function addressFaults(address: string | undefined, firstRow: number | undefined): GuestFault[] {
    // The schema reports an invalid address.
    if (address === undefined) return []
    if (address === addressToCorrect) return [notCorrectedFault]
    if (firstRow !== undefined) return [duplicateFault(firstRow)]
    return serverFaults(checkResults.get(address))
  }
}

function languageFaults({ unknownLanguage }: Guest): GuestFault[] {
  if (unknownLanguage === '') return []
  return [{ field: 'language', rule: 'unknownLanguage', language: unknownLanguage }]
}

const notCorrectedFault: GuestFault = { field: 'email', rule: 'notCorrected' }
const duplicateFault = (row: number): GuestFault => ({ field: 'email', rule: 'inListTwice', row })

function serverFaults(checked: CheckedRow | undefined): GuestFault[] {
  return (checked?.faults ?? []).map(({ rule, company }) => ({
    field: 'email',
    rule,
    ...(company !== undefined && { company }),
  }))
}

const schemaFaultCache = new WeakMap<Guest, GuestFault[]>()

/** Returns the errors of the schema. Parses each row object only once, because a changed row is a new object. */
function schemaFaults(guest: Guest): GuestFault[] {
  const cached = schemaFaultCache.get(guest)
  if (cached) return cached
  const issues = guestRow.safeParse(rowOf(guest, 'en')).error?.issues ?? []
  const faults = textFields.flatMap((field): GuestFault[] => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ field, rule: issue.message }] : []
  })
  schemaFaultCache.set(guest, faults)
  return faults
}

/** Returns the addresses that the server has not checked yet, each with the first row that contains it. */
export function findUnchecked(
  guests: readonly Guest[],
  checkResults: CheckResults,
): Map<string, Guest> {
  const unchecked = new Map<string, Guest>()
  for (const guest of guests) {
    const address = addressOf(guest)
    if (address === undefined || checkResults.has(address) || unchecked.has(address)) continue
    unchecked.set(address, guest)
  }
  return unchecked
}

/**
 * Converts the row errors of an error response, such as for `rows.3.email`, to check results by address. `sentRows` are
 * the rows of the request. Ignores errors without a row or with an invalid address.
 */
export function resultsOfRefusal(
  sentRows: readonly Guest[],
  faults: readonly {
    field?: string | undefined
    rule?: string | undefined
    code: number
    company?: string | undefined
  }[],
): Map<string, CheckedRow> {
  const results = new Map<string, CheckedRow>()
  for (const { field = '', rule = 'invalidInput', code, company } of faults) {
    const index = /^(?:rows|users)\.(\d+)\.email$/.exec(field)?.[1]
    const guest = index === undefined ? undefined : sentRows[Number(index)]
    const address = guest && addressOf(guest)
    if (address === undefined) continue
    const fault = { code, field: 'email', rule, ...(company !== undefined && { company }) }
    results.set(address, { outcome: null, faults: [fault] })
  }
  return results
}
