import { email } from '#contract/fields.ts'
import { guestRow, type CheckedRow, type GuestRow, type RowFault } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import type { PastedRow } from '../guest-rows.ts'

/** A row of the list as it stands in the page. Without a language it takes that of the list. */
export type Guest = PastedRow & { key: number }
export type GuestField = Exclude<keyof PastedRow, 'unknownLanguage'>

export const guestFields = ['email', 'firstname', 'lastname'] as const

let keys = 0

export function newGuest(row: Partial<PastedRow> = {}): Guest {
  keys += 1
  const blank = {
    email: '',
    firstname: '',
    lastname: '',
    language: '',
    unknownLanguage: '',
  } as const
  return { ...blank, ...row, key: keys }
}

export function isBlank(guest: Guest): boolean {
  return guestFields.every((field) => guest[field].trim() === '')
}

/** The rows that one call sends: the first ones that are not blank. */
export function toSend(guests: readonly Guest[], maxRows: number): Guest[] {
  return guests.filter((guest) => !isBlank(guest)).slice(0, maxRows)
}

export function rowOf(guest: Guest, language: Locale): GuestRow {
  const { email: address, firstname, lastname } = guest
  return { email: address, firstname, lastname, preferredLanguage: guest.language || language }
}

/** The address as the server compares it; undefined where it is none. */
export function addressOf(guest: Guest): string | undefined {
  return email.safeParse(guest.email).data
}

/** Puts pasted rows in the place of a blank row, else below it. One blank row stays at the end. */
export function withPasted(
  guests: readonly Guest[],
  at: number,
  pasted: readonly Guest[],
): Guest[] {
  const place = guests[at]
  const isFree = place !== undefined && isBlank(place)
  return withBlankEnd(guests.toSpliced(isFree ? at : at + 1, isFree ? 1 : 0, ...pasted))
}

/** Pasted values of one column fill that column downwards. */
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
  /** For an address that stands twice: the number of the row that has it first. */
  row?: number
  /** Of a language that is none of ours. */
  language?: string
  /** It says what is to be done, and is no mistake yet. */
  isHint?: boolean
}

/** What the server says of addresses, for one company and its platforms. */
export type KnownAddresses = ReadonlyMap<string, CheckedRow>

/** What is wrong with each row that is sent, by its key. `wrongAddress` is the one to be corrected. */
export function findFaults(
  guests: readonly Guest[],
  known: KnownAddresses,
  wrongAddress?: string,
): ReadonlyMap<number, GuestFault[]> {
  const first = new Map<string, number>()
  const faults = new Map<number, GuestFault[]>()
  for (const [index, guest] of guests.entries()) {
    if (isBlank(guest)) continue
    const address = addressOf(guest)
    const row = address === undefined ? undefined : first.get(address)
    if (address !== undefined && row === undefined) first.set(address, index + 1)
    const ofAddress =
      address !== undefined && address === wrongAddress
        ? [notCorrected]
        : row === undefined
          ? ofServer(known.get(address ?? ''))
          : [twice(row)]
    const all = [...ofAddress, ...ofSchema(guest), ...ofLanguage(guest)]
    if (all.length > 0) faults.set(guest.key, all)
  }
  return faults
}

function ofLanguage({ unknownLanguage }: Guest): GuestFault[] {
  if (unknownLanguage === '') return []
  return [{ field: 'language', rule: 'unknownLanguage', language: unknownLanguage }]
}

const notCorrected: GuestFault = { field: 'email', rule: 'notCorrected' }
const twice = (row: number): GuestFault => ({ field: 'email', rule: 'inListTwice', row })

function ofServer(checked: CheckedRow | undefined): GuestFault[] {
  return (checked?.faults ?? []).map(({ rule, company }) => ({
    field: 'email',
    rule,
    ...(company !== undefined && { company }),
  }))
}

const parsed = new WeakMap<Guest, GuestFault[]>()

/** A row is replaced when it changes: each is parsed once. */
function ofSchema(guest: Guest): GuestFault[] {
  const known = parsed.get(guest)
  if (known) return known
  const issues = guestRow.safeParse(rowOf(guest, 'en')).error?.issues ?? []
  const faults = guestFields.flatMap((field): GuestFault[] => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ field, rule: issue.message }] : []
  })
  parsed.set(guest, faults)
  return faults
}

/** The addresses that nothing is known of yet, each with the row that has it first. */
export function findUnchecked(guests: readonly Guest[], known: KnownAddresses): Map<string, Guest> {
  const unchecked = new Map<string, Guest>()
  for (const guest of guests) {
    const address = addressOf(guest)
    if (address === undefined || known.has(address) || unchecked.has(address)) continue
    unchecked.set(address, guest)
  }
  return unchecked
}

/** The rows of a refusal, such as `rows.3.email`, as the server would have said of them when it checked. */
export function checkedOfRefusal(
  sent: readonly Guest[],
  faults: readonly {
    field?: string | undefined
    rule?: string | undefined
    code: number
    company?: string | undefined
  }[],
): Map<string, CheckedRow> {
  const checked = new Map<string, CheckedRow>()
  for (const { field = '', rule = 'invalidInput', code, company } of faults) {
    const index = /^(?:rows|users)\.(\d+)\.email$/.exec(field)?.[1]
    const guest = index === undefined ? undefined : sent[Number(index)]
    const address = guest && addressOf(guest)
    if (address === undefined) continue
    const fault = { code, field: 'email', rule, ...(company !== undefined && { company }) }
    checked.set(address, { outcome: null, faults: [fault] })
  }
  return checked
}
