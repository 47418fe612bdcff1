import { randomUUID } from 'node:crypto'
import type { Action } from '#contract/audit-action.ts'
import type { Chance, SamplePerson } from './population.ts'

/** A past event as a row of the audit log. */
export type PastEvent = {
  /** Milliseconds since 1970. */
  at: number
  kind: 'user' | 'admin' | 'visitor' | 'system'
  actor?: string
  target?: string
  action: Action
  data?: Record<string, unknown>
  ip?: string
  /** `admin`, or the id of a platform; by default the portal. */
  area?: string
  company?: string
}

export type SampleAdmins = Readonly<Record<'owner' | 'auditor' | 'support' | 'userAdmin', string>>

const days = 90
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const office = '198.51.100.2'

/** Returns the actions of users and admins in the last ninety days, and a night of attacks. */
export function pastEvents(
  people: readonly SamplePerson[],
  admins: SampleAdmins,
  { now, chance }: { now: number; chance: Chance },
): PastEvent[] {
  const invited = people.filter(({ state }) => state !== 'dormant')
  const joined = invited.filter(({ state }) => state !== 'never joined')
  return [
    ...invited.flatMap((person) => joining(person, admins, now)),
    ...joined.flatMap((person) => workingDays(person, now, chance)),
    ...badNight(joined, admins, now),
    ...adminDays(joined, admins, now, chance),
  ]
    .filter(({ at }) => at < now && at > now - days * day)
    .toSorted((one, other) => one.at - other.at)
}

/** Returns the time of each user's last login, in milliseconds, by user id. */
export function lastLogins(events: readonly PastEvent[]): Map<string, number> {
  const logins = events.filter(({ action }) => action === 'login_succeeded')
  return new Map(logins.map(({ actor = '', at }) => [actor, at]))
}

function joining(person: SamplePerson, { userAdmin }: SampleAdmins, now: number): PastEvent[] {
  const { id, partnerId, platforms, invitationId, ipAddress: ip } = person
  const at = now - person.joinedDaysAgo * day - 3 * hour
  const byUser = { kind: 'user', actor: id, company: partnerId, ip } as const
  const data = { partnerId, subsystems: platforms }
  return [
    {
      ...byAdmin(userAdmin),
      at: at - 20 * hour,
      target: invitationId,
      action: 'invitation_created',
      company: partnerId,
      data,
    },
    {
      ...byUser,
      at,
      action: 'signed_up',
      data: { invitationId, subsystems: platforms },
    },
    ...(person.state === 'never joined'
      ? []
      : [
          {
            ...byUser,
            at: at + 2 * minute,
            action: 'second_factor_set' as const,
            data: { kind: 'totp' },
          },
        ]),
  ]
}

/** Returns logins on working days, with typical mistakes. */
function workingDays(person: SamplePerson, now: number, chance: Chance): PastEvent[] {
  const events: PastEvent[] = []
  const first = Math.min(days, person.joinedDaysAgo)
  const joinedAt = now - person.joinedDaysAgo * day
  // `adminDays` deactivates these users 19 days before now.
  const last = person.state === 'deactivated' ? 20 : 0
  for (let ago = first; ago >= last; ago -= 1) {
    const midnight = Math.floor((now - ago * day) / day) * day - person.company.offset * hour
    const weekday = new Date(midnight + 12 * hour).getUTCDay()
    const isWorking = weekday > 0 && weekday < 6
    if (chance() < (isWorking ? person.habit : 0.03)) {
      const at = midnight + (8 + 9 * chance()) * hour
      if (at > joinedAt) events.push(...oneDay(person, at, chance))
    }
  }
  return events
}

function oneDay(person: SamplePerson, at: number, chance: Chance): PastEvent[] {
  const { id, partnerId: company, browser, ipAddress: ip, method, platforms } = person
  const sessionId = randomUUID()
  const byUser = { kind: 'user', actor: id, company, ip } as const
  const events: PastEvent[] = []
  const draw = chance()
  if (draw < 0.08) {
    const reason = draw < 0.055 ? 'password' : 'code'
    events.push({
      at: at - 40_000,
      kind: 'visitor',
      target: id,
      action: 'login_failed',
      data: { reason, browser },
      ip,
      company,
    })
  }
  events.push({ ...byUser, at, action: 'login_succeeded', data: { sessionId, method, browser } })
  for (const [place, area] of platforms.entries()) {
    if (chance() < 0.7)
      events.push({ ...byUser, at: at + (place + 1) * 35_000, action: 'platform_accessed', area })
  }
  if (chance() < 0.4) {
    events.push({
      ...byUser,
      at: at + (0.5 + 5 * chance()) * hour,
      action: 'logged_out',
      data: { sessionId },
    })
  }
  return events
}

/**
 * Returns a night of attacks: passwords are guessed from fourteen addresses until each is blocked. In the morning,
 * support sends links.
 */
function badNight(
  people: readonly SamplePerson[],
  { support }: SampleAdmins,
  now: number,
): PastEvent[] {
  const begin = Math.floor((now - 23 * day) / day) * day + 70 * minute
  const browser = 'Chrome on Linux'
  const attacked = people.filter((_, index) => index % 3 === 0)
  const events: PastEvent[] = []
  for (let address = 0; address < 14; address += 1) {
    const ip = `203.0.113.${200 + address}`
    const start = begin + address * 9 * minute
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const person = attacked[(attempt * 5 + address) % attacked.length]
      // Every fourth attempt names an email address without an account.
      const account =
        attempt % 4 > 0 && person ? { target: person.id, company: person.partnerId } : {}
      events.push({
        at: start + attempt * 11_000,
        kind: 'visitor',
        ...account,
        action: 'login_failed',
        data: { reason: 'password', browser },
        ip,
      })
    }
    events.push({
      at: start + 11 * minute,
      kind: 'visitor',
      action: 'address_blocked',
      data: { limit: 'addressFailures', minutes: 60 },
      ip,
    })
  }
  for (const [index, { id, partnerId: company }] of attacked.slice(0, 6).entries()) {
    const at = begin + (20 + 15 * index) * minute
    events.push({
      at,
      kind: 'visitor',
      target: id,
      company,
      action: 'account_locked',
      data: { what: 'password', minutes: 15 },
      ip: `203.0.113.${202 + index}`,
    })
    events.push({
      ...byAdmin(support),
      at: begin + 7 * hour + index * 4 * minute,
      target: id,
      company,
      action: 'password_link_sent',
      data: { reason: 'Attacked last night; a new password to be safe' },
    })
  }
  return events
}

/** Returns the logins and actions of the admins. */
function adminDays(
  people: readonly SamplePerson[],
  admins: SampleAdmins,
  now: number,
  chance: Chance,
): PastEvent[] {
  const events: PastEvent[] = []
  for (const [index, id] of Object.values(admins).entries()) {
    for (let ago = days; ago >= 0; ago -= 1) {
      const at = Math.floor((now - ago * day) / day) * day + (8.5 + index * 0.4 + chance()) * hour
      const isWorking = new Date(at).getUTCDay() % 6 > 0
      if (!isWorking || chance() > 0.7) continue
      const data = { sessionId: randomUUID(), method: 'otp', browser: 'Chrome on macOS' }
      events.push({ ...byAdmin(id), at, action: 'login_succeeded', data })
    }
  }
  const { auditor, support, owner } = admins
  for (let week = 0; week < 12; week += 1) {
    const at = now - (week * 7 + 2) * day
    const [lost, moved] = [
      people[(week * 13) % people.length],
      people[(week * 29 + 7) % people.length],
    ]
    events.push({
      ...byAdmin(auditor),
      at,
      action: 'audit_log_searched',
      data: { filters: { actions: ['login_failed'] } },
    })
    if (lost)
      events.push({
        ...byAdmin(support),
        at: at + 3 * hour,
        target: lost.id,
        company: lost.partnerId,
        action: 'second_factor_link_sent',
        data: { reason: 'New phone, called back on the known number' },
      })
    if (moved)
      events.push({
        ...byAdmin(support),
        at: at + 5 * hour,
        target: moved.id,
        company: moved.partnerId,
        action: 'platform_access_given',
        data: {
          subsystem: 'onboarding',
          before: {},
          after: { active: true },
          reason: 'Asked for by the company',
        },
      })
  }
  for (const { id, partnerId: company } of people.filter(({ state }) => state === 'deactivated')) {
    const data = {
      before: { active: true },
      after: { active: false },
      reason: 'Left the company',
      endedSessions: 0,
    }
    events.push({
      ...byAdmin(owner),
      at: now - (19 * day + 2 * hour),
      target: id,
      company,
      action: 'user_deactivated',
      data,
    })
  }
  return events
}

const byAdmin = (actor: string) => ({ kind: 'admin', actor, ip: office, area: 'admin' }) as const
