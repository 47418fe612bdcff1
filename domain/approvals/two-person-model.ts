import { maxUsersAlone, type ApprovalKind } from '#contract/approval.ts'

/**
 * A model of two-person approval, independent of the database: it reads steps in the order of time and names the rule
 * that forbids a step. Random orders of steps test the rules, and `audit:check-model` applies them to the audit log.
 */

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const touchedForMs = 7 * dayMs

export type Step = {
  /** Milliseconds since an origin. */
  at: number
  action: string
  by: string
  byKind: string
  target: string
  /** The approval that the step belongs to. */
  approvalId?: string | null
  kind?: ApprovalKind | null
}

/** Actions that no admin does without an approval. */
const takingTwo = [
  'admin_added',
  'admin_roles_changed',
  'admin_reset',
  'admin_activated',
  'admin_deactivated',
  'platform_added',
  'platform_secret_replaced',
  'api_added',
  'api_secret_replaced',
  'service_account_added',
] as const

/**
 * A rule: an action that takes two people, one of `approvalObstacles`, or a limit. `onePerDay`: an admin suspends at
 * most one admin in a day. `twoApprovers`: a suspension leaves at least two active super admins. `tooManyUsers`: a
 * person deactivates at most `maxUsersAlone` users in a day without an approval. Tests remove rules to prove their
 * need.
 */
export type ModelRule =
  | (typeof takingTwo)[number]
  | 'requester'
  | 'target'
  | 'keyHolder'
  | 'otherSide'
  | 'newRight'
  | 'sameAddress'
  | 'changedByRequester'
  | 'changedRequester'
  | 'sameHand'
  | 'onePerDay'
  | 'twoApprovers'
  | 'tooManyUsers'

/** Actions that make or activate an account, or give it a right: the right counts from then on. */
const rightStarts = new Set([
  'admin_added',
  'admin_activated',
  'user_activated',
  'company_role_changed',
  'admin_roles_changed',
])

/** Actions by which a person may get to know the key of a service account. */
const keyTouches = ['service_account_added', 'service_account_changed']

/** Actions that change another account. `invited` is a sign-up, as an action of the person who invited the user. */
const touching = new Set([
  ...rightStarts,
  'admin_reset',
  'user_moved',
  'profile_changed',
  'invited',
  ...keyTouches,
])

type Options = {
  /** Returns the mailbox of an account. Two accounts with one mailbox are one person. */
  mailboxOf: (id: string) => string
  /** Counts the active super admins without this admin. */
  countApproversWithout?: (id: string) => number
  /** Rules that the model ignores. */
  without?: ReadonlySet<ModelRule>
}

type Touch = { by: string; byKind: string; at: number; isAlone: boolean }
type Request = Step & { kind: ApprovalKind }

export class TwoPersonModel {
  private readonly mailboxOf: (id: string) => string
  private readonly countApproversWithout: Options['countApproversWithout']
  private readonly without: ReadonlySet<ModelRule>
  private readonly touches = new Map<string, Touch[]>()
  /** Ids of the people who may have the key of a service account, by the id of the service account. */
  private readonly keyHolders = new Map<string, string[]>()
  private readonly rightSince = new Map<string, number>()
  private readonly requests = new Map<string, Request>()
  /** Time of the latest suspension by an admin, by the id of that admin. */
  private readonly lastSuspensions = new Map<string, number>()
  /** Times of deactivations of users without an approval, by the id of the person who made them. */
  private readonly deactivations = new Map<string, number[]>()

  constructor({ mailboxOf, countApproversWithout, without = new Set() }: Options) {
    this.mailboxOf = mailboxOf
    this.countApproversWithout = countApproversWithout
    this.without = without
  }

  /** Returns the rule that forbids the step; undefined if none does. Changes nothing. */
  ruleAgainst(step: Step): ModelRule | undefined {
    return this.brokenRules(step).find((rule) => !this.without.has(rule))
  }

  /** Remembers a step that was made. */
  add(step: Step): void {
    const { action, by, byKind, target, at, approvalId, kind } = step
    if (action === 'approval_asked' && approvalId && kind)
      this.requests.set(approvalId, { ...step, kind })
    if (rightStarts.has(action)) this.rightSince.set(target, at)
    if (touching.has(action) && by !== target)
      push(this.touches, target, { by, byKind, at, isAlone: !approvalId })
    if (keyTouches.includes(action)) push(this.keyHolders, target, by)
    if (action === 'admin_suspended') this.lastSuspensions.set(by, at)
    if (action === 'user_deactivated' && !approvalId) push(this.deactivations, by, at)
  }

  private brokenRules(step: Step): ModelRule[] {
    const { action, by, byKind, at, approvalId } = step
    if (action === 'approval_approved') return this.obstacles(step)
    const isAlone = !approvalId && byKind !== 'system'
    const ofTwo = takingTwo.find((each) => each === action)
    if (isAlone && ofTwo) return [ofTwo]
    if (action === 'admin_suspended') return this.rulesAgainstSuspension(step)
    const isOneOfMany =
      isAlone && action === 'user_deactivated' && this.countToday(by, at) >= maxUsersAlone
    return isOneOfMany ? ['tooManyUsers'] : []
  }

  private rulesAgainstSuspension({ by, target, at }: Step): ModelRule[] {
    const isSecond = isWithinDay(this.lastSuspensions.get(by), at)
    const areFew = (this.countApproversWithout?.(target) ?? 2) < 2
    return [
      ...(isSecond ? ['onePerDay' as const] : []),
      ...(areFew ? ['twoApprovers' as const] : []),
    ]
  }

  private countToday(by: string, at: number): number {
    return (this.deactivations.get(by) ?? []).filter((each) => at - each < dayMs).length
  }

  /** Returns the rules against a decision; none for a request that the model has not seen. */
  private obstacles({ by, byKind, approvalId }: Step): ModelRule[] {
    const request = this.requests.get(approvalId ?? '')
    if (!request || byKind === 'system') return []
    const { by: asker, byKind: askerKind, target, at } = request
    const since = at - touchedForMs
    const mailbox = this.mailboxOf(by)
    const requesters = this.requestersOf(asker, askerKind)
    const ofRequester = (isBroken: (id: string) => boolean) => [...requesters].some(isBroken)
    const conditions: [ModelRule, boolean][] = [
      ['requester', by === asker],
      ['target', by === target],
      ['keyHolder', askerKind === 'service' && requesters.has(by)],
      ['otherSide', byKind === 'user' && askerKind !== 'user'],
      ['newRight', isWithinDay(this.rightSince.get(by), at)],
      ['sameAddress', [...requesters, target].some((id) => this.mailboxOf(id) === mailbox)],
      ['changedByRequester', ofRequester((id) => this.hasTouched(id, by, since))],
      ['changedRequester', ofRequester((id) => this.hasTouched(by, id, since))],
      ['sameHand', ofRequester((id) => this.isSameHand(by, id, since))],
    ]
    return conditions.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
  }

  /** Returns the requester and, for a service account, everyone who has ever added or changed it. */
  private requestersOf(asker: string, askerKind: string): Set<string> {
    const ids = new Set([asker])
    if (askerKind !== 'service') return ids
    // The loop also visits the ids that it adds: a service account may have been added by another one.
    for (const id of ids) for (const each of this.keyHolders.get(id) ?? []) ids.add(each)
    return ids
  }

  private hasTouched(id: string, other: string, since: number): boolean {
    return this.touchesOf(other, since).some(({ by }) => by === id)
  }

  /** Returns the touches of an account, those of a service account once for each person who may have its key, too. */
  private touchesOf(id: string, since: number): { by: string; isAlone: boolean }[] {
    const recent = (this.touches.get(id) ?? []).filter(({ at }) => at > since)
    return recent.flatMap(({ by, byKind, isAlone }) =>
      [...this.requestersOf(by, byKind)].map((each) => ({ by: each, isAlone })),
    )
  }

  private isSameHand(one: string, other: string, since: number): boolean {
    const hands = this.handsOn(one, since)
    return [...this.handsOn(other, since)].some((mailbox) => hands.has(mailbox))
  }

  /** Returns the mailboxes of a person and of all who have touched the account alone, directly or through others. */
  private handsOn(id: string, since: number): Set<string> {
    const ids = new Set([id])
    // The loop also visits the ids that it adds.
    for (const each of ids) {
      for (const { by, isAlone } of this.touchesOf(each, since)) if (isAlone) ids.add(by)
    }
    return new Set([...ids].map(this.mailboxOf))
  }
}

/** Returns true if the earlier time is less than a day before `at`; false without an earlier time. */
function isWithinDay(earlier: number | undefined, at: number): boolean {
  return earlier !== undefined && at - earlier < dayMs
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
