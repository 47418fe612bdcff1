import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalKind } from '#contract/approval.ts'
import { randomFrom } from '#test/random.ts'
import { TwoPersonModel, type ModelRule, type Step } from './two-person-model.ts'

/**
 * Random orders of steps of one bad person, who has up to five accounts in a world of three to six admins and two
 * companies, within a week. No order may reach an effect that takes two people by this person alone.
 */

const orders = Number(process.env['TEST_ORDERS'] ?? 20_000)
const stepsPerOrder = 30
const hourMs = 60 * 60 * 1000

type Account = {
  id: string
  kind: 'admin' | 'user'
  /** The human being who uses the account. */
  human: string
  mailbox: string
  company: number
  /** Holds the right to decide: as super admin, or as owner of the company. */
  decides: boolean
  active: boolean
  suspendedUntil: number
}

class World {
  readonly accounts: Account[] = []
  readonly random: () => number
  readonly model: TwoPersonModel
  now = 8 * 24 * hourMs
  /** The effect that one human being has reached. */
  reached: string | undefined
  private requests: { id: string; kind: ApprovalKind; asker: Account; target: string }[] = []
  private count = 0
  private readonly deactivated: number[] = []

  constructor(random: () => number, without: ReadonlySet<ModelRule>) {
    this.random = random
    const honest = this.pick([2, 3, 4, 5]) ?? 2
    const mailboxes = new Map<string, string>()
    this.model = new TwoPersonModel({
      mailboxOf: (id) => mailboxes.get(id) ?? id,
      countApproversWithout: (id) => this.activeAdmins().filter((each) => each.id !== id).length,
      without,
    })
    this.addAccount('admin', 'bad', { decides: true, mailbox: 'bad@' })
    for (let index = 0; index < honest; index += 1)
      this.addAccount('admin', `honest-${index}`, { decides: true })
    // Accounts of the bad person from earlier: a deactivated admin, a former colleague, and an owner with the same mailbox.
    if (this.random() < 0.5) this.addAccount('admin', 'bad', { decides: true, active: false })
    for (const company of [1, 2]) {
      this.addAccount('user', `owner-${company}`, { decides: true, company })
      this.addAccount('user', `user-${company}`, { company })
    }
    if (this.random() < 0.5)
      this.addAccount('user', 'bad', { decides: true, company: 1, active: false })
    if (this.random() < 0.5)
      this.addAccount('user', 'bad', { decides: true, company: 1, mailbox: 'bad@' })
    for (const { id, mailbox } of this.accounts) mailboxes.set(id, mailbox)
  }

  /** Returns a random element; undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)]
  }

  addAccount(kind: Account['kind'], human: string, options: Partial<Account> = {}): Account {
    const id = `${kind}-${(this.count += 1)}`
    const defaults = { mailbox: id, company: 0, decides: false, active: true, suspendedUntil: 0 }
    const account = { id, kind, human, ...defaults, ...options }
    this.accounts.push(account)
    return account
  }

  /** Makes a step, unless a rule forbids it. `effect` names what takes two people. */
  private make(
    step: Pick<Step, 'action' | 'target' | 'approvalId' | 'kind'>,
    by: Account,
    effect?: string,
  ): boolean {
    const whole = { ...step, at: this.now, by: by.id, byKind: by.kind }
    if (this.model.ruleAgainst(whole) !== undefined) return false
    this.model.add(whole)
    if (effect !== undefined && !step.approvalId) this.reached ??= effect
    return true
  }

  /** Makes a random step of the bad person, or lets time pass. */
  step(): void {
    this.now += this.pick([0, 0, 60_000, hourMs, 5 * hourMs, 13 * hourMs]) ?? 0
    const own = this.accounts.filter(({ human }) => human === 'bad')
    const by = this.pick(
      own.filter(({ active, suspendedUntil }) => active && suspendedUntil < this.now),
    )
    if (!by) return
    this.pick(by.kind === 'admin' ? adminSteps : companySteps)?.(this, by)
    if (this.random() < 0.05) this.approveHonestly()
  }

  activate(by: Account, kind: Account['kind']): void {
    const target = this.pick(this.accounts.filter((each) => each.kind === kind && !each.active))
    if (!target || (by.kind === 'user' && by.company !== target.company)) return
    const effect = kind === 'admin' ? 'an admin activated' : undefined
    const action = kind === 'admin' ? 'admin_activated' : 'user_activated'
    if (this.make({ action, target: target.id }, by, effect)) target.active = true
  }

  suspend(by: Account): void {
    const others = this.accounts.filter((each) => each.kind === 'admin' && each !== by)
    const target = this.pick(others)
    if (!target || !this.make({ action: 'admin_suspended', target: target.id }, by)) return
    target.suspendedUntil = this.now + 24 * hourMs
    if (this.activeAdmins().every(({ human }) => human === 'bad'))
      this.reached ??= 'everybody else suspended'
  }

  private activeAdmins(): Account[] {
    return this.accounts.filter(
      ({ kind, active, suspendedUntil }) =>
        kind === 'admin' && active && suspendedUntil <= this.now,
    )
  }

  invite(by: Account): void {
    const company = by.kind === 'user' ? by.company : (this.pick([1, 2]) ?? 1)
    const puppet = this.addAccount('user', by.human, { company })
    this.make({ action: 'invited', target: puppet.id }, by)
  }

  giveRight(by: Account): void {
    const target = this.pick(this.accounts.filter((each) => each.kind === 'user' && each !== by))
    if (!target || (by.kind === 'user' && target.company !== by.company)) return
    if (this.make({ action: 'company_role_changed', target: target.id }, by)) target.decides = true
  }

  moveVictim(by: Account): void {
    const target = this.accounts.find(({ human }) => human === 'user-2')!
    if (this.make({ action: 'user_moved', target: target.id }, by)) target.company = 1
  }

  replaceSecret(by: Account): void {
    this.make({ action: 'platform_secret_replaced', target: 'hub' }, by, 'a secret known')
  }

  addPlatform(by: Account): void {
    this.make({ action: 'platform_added', target: 'hub-2' }, by, 'a platform added')
  }

  addApi(by: Account): void {
    this.make({ action: 'api_added', target: 'api-2' }, by, 'an API added')
  }

  deactivateUsers(by: Account): void {
    let made = 0
    for (let index = 0; index < 6; index += 1)
      if (this.make({ action: 'user_deactivated', target: `user-${index}` }, by)) made += 1
    this.deactivated.push(...Array.from({ length: made }, () => this.now))
    const today = this.deactivated.filter((at) => this.now - at < 24 * hourMs)
    if (today.length > 10 * this.handsWithRight()) this.reached ??= 'many users deactivated'
  }

  private handsWithRight(): number {
    return this.accounts.filter(({ human, kind }) => human === 'bad' && kind === 'admin').length
  }

  ask(by: Account): void {
    const isSuper = by.kind === 'admin' && this.random() < 0.6
    const adminKinds = ['admin-deactivate', 'admin-activate'] as const
    const kind = (isSuper && this.pick(adminKinds)) || 'replace-factors'
    const targets = this.accounts.filter((each) =>
      kind === 'replace-factors'
        ? each.kind === 'user' && (by.kind === 'admin' || each.company === by.company)
        : each.kind === 'admin' && each.active === (kind === 'admin-deactivate'),
    )
    const target = this.pick(targets)
    if (!target) return
    const id = `request-${(this.count += 1)}`
    this.make({ action: 'approval_asked', target: target.id, approvalId: id, kind }, by)
    this.requests.push({ id, kind, asker: by, target: target.id })
  }

  decide(by: Account): void {
    const request = this.pick(this.requests)
    if (!request || !by.decides || !this.isOfSide(by, request)) return
    const { id, kind, asker, target } = request
    if (!this.make({ action: 'approval_approved', target, approvalId: id, kind }, by)) return
    this.requests = this.requests.filter((each) => each.id !== id)
    if (asker.human === by.human) this.reached ??= `${kind} approved by its requester`
    else this.carryOut(request)
  }

  /** Returns true if the account's area shows the request: all to admins, those of the company to its owners. */
  private isOfSide(by: Account, { kind, target }: { kind: ApprovalKind; target: string }): boolean {
    if (by.kind === 'admin') return true
    const company = this.accounts.find(({ id }) => id === target)?.company
    return kind === 'replace-factors' && company === by.company
  }

  private carryOut({ id, kind, asker, target }: (typeof this.requests)[number]): void {
    const account = this.accounts.find((each) => each.id === target)!
    if (kind === 'admin-deactivate') account.active = false
    if (kind !== 'admin-activate') return
    account.active = true
    // Another human being has vouched for the account.
    account.human = `vouched-${account.id}`
    this.make({ action: 'admin_activated', target, approvalId: id }, asker)
  }

  /** An honest admin approves a request of another person. */
  private approveHonestly(): void {
    const honest = this.activeAdmins().filter(({ human }) => human.startsWith('honest'))
    const by = this.pick(honest)
    if (by) this.decide(by)
  }
}

type Move = (world: World, by: Account) => void

const adminSteps: readonly Move[] = [
  (world, by) => world.activate(by, 'admin'),
  (world, by) => world.suspend(by),
  (world, by) => world.invite(by),
  (world, by) => world.giveRight(by),
  (world, by) => world.moveVictim(by),
  (world, by) => world.replaceSecret(by),
  (world, by) => world.addPlatform(by),
  (world, by) => world.addApi(by),
  (world, by) => world.deactivateUsers(by),
  (world, by) => world.ask(by),
  (world, by) => world.decide(by),
  (world, by) => world.decide(by),
]
const companySteps: readonly Move[] = [
  (world, by) => world.activate(by, 'user'),
  (world, by) => world.invite(by),
  (world, by) => world.giveRight(by),
  (world, by) => world.ask(by),
  (world, by) => world.decide(by),
  (world, by) => world.decide(by),
]

/** Returns the first effect that one human being reaches in this many orders, and the number of its order. */
function findReached(count: number, seed: number, without: readonly ModelRule[] = []) {
  for (let order = 0; order < count; order += 1) {
    const world = new World(randomFrom(seed + order), new Set(without))
    const end = world.now + 6 * 24 * hourMs
    for (let step = 0; step < stepsPerOrder && world.now < end && !world.reached; step += 1)
      world.step()
    if (world.reached) return { effect: world.reached, order }
  }
  return undefined
}

test(`in ${orders} random orders, one person never reaches an effect that takes two`, () => {
  const seed = Date.now() % 1_000_000_000
  const found = findReached(orders, seed)
  equal(found, undefined, `seed ${seed}: ${JSON.stringify(found)}`)
})

/** The rules that fix each finding, and the effect that is reached without them. */
const fixes: readonly [finding: string, rules: readonly ModelRule[], effect: RegExp][] = [
  ['3Z2', ['admin_activated'], /an admin activated/],
  ['3Z2', ['newRight', 'changedByRequester', 'sameHand'], /approved by its requester/],
  ['3Z3', ['onePerDay', 'twoApprovers'], /everybody else suspended/],
  ['3Z4', ['otherSide', 'changedByRequester', 'sameHand'], /replace-factors approved/],
  ['3Z5', ['sameAddress', 'sameHand'], /approved by its requester/],
  ['3Z6', ['platform_secret_replaced'], /a secret known/],
  ['3Z7', ['platform_added'], /a platform added/],
  ['3Z7', ['api_added'], /an API added/],
  ['3Z8', ['tooManyUsers'], /many users deactivated/],
  ['3Z9', ['newRight', 'changedByRequester', 'sameHand'], /replace-factors approved/],
]

for (const [finding, rules, effect] of fixes)
  test(`${finding}: without ${rules.join(', ')}, random orders reach the effect`, () => {
    const found = findReached(20_000, 1, rules)
    ok(found && effect.test(found.effect), JSON.stringify(found))
  })
