import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findOpenApprovals } from '#domain/approvals/approval.ts'
import { openFactorSession, userLogins } from '#domain/sign-in/login.ts'
import { askForReplacement, delayRecovery, endRecovery } from '#domain/sign-in/recovery.ts'
import { cancelApproval, endExpiredApprovals } from '#domain/approvals/second-person.ts'
import { setUserActive } from '#domain/accounts/user-activation.ts'
import { getUser } from '#domain/accounts/user.ts'
import { db, scalar, sql, transaction } from '#server/db.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { randomFrom } from '#test/random.ts'
import { addDecider, decide } from '#test/recovery.ts'
import { addRow, ago, deleteRows, now, updateRows } from '#test/rows.ts'
import { timetable } from '../../app/registry/timetable.ts'

/** Total number of steps; `npm run trials -- long` runs 100,000. */
const steps = Number(process.env['TEST_ORDERS'] ?? 1_500)
const stepsOfOrder = 25
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

/** The state of a user's case, and the conditions that its moves depend on. */
type Model = {
  open: 'asked' | 'approved' | undefined
  /** True once the waiting time has passed. */
  isDue: boolean
  /** True while a mailed link can still be used. */
  hasLink: boolean
  isActive: boolean
  /** True while the only approver has the required role. */
  mayDecide: boolean
}

const { approvalPending, changedMeanwhile, noSecondPerson, userInactive } = errorCodes
const { forbidden } = commonErrors
const closed = { open: undefined, isDue: false } as const

function carriedOut(model: Model): Model {
  if (model.open !== 'approved' || !model.isDue) return model
  return { ...model, ...closed, hasLink: model.mayDecide || model.hasLink }
}

/** The transition of each step: the next state, or an error code without a change. Undefined: the step is skipped. */
const moves: Record<string, (model: Model) => Model | number | undefined> = {
  ask: (m) => {
    if (!m.isActive) return undefined
    if (!m.mayDecide) return noSecondPerson
    return m.open ? approvalPending : { ...m, open: 'asked', isDue: false }
  },
  approve: (m) => {
    if (!m.mayDecide) return forbidden
    return m.open === 'asked' ? carriedOut({ ...m, open: 'approved' }) : changedMeanwhile
  },
  refuse: (m) => {
    if (!m.mayDecide) return forbidden
    return m.open === 'asked' ? { ...m, ...closed } : changedMeanwhile
  },
  cancel: (m) => ({ ...m, ...closed }),
  stop: (m) => ({ ...m, ...closed, hasLink: false }),
  'log in': (m) => (m.isActive ? { ...m, ...closed, hasLink: false } : userInactive),
  'reset the password': (m) => ({ ...m, isDue: false }),
  expire: (m) => ({ ...m, ...closed }),
  'lose the right': (m) => ({ ...m, mayDecide: false }),
  'get the right': (m) => ({ ...m, mayDecide: true }),
  deactivate: (m) => (m.isActive ? { ...m, ...closed, hasLink: false, isActive: false } : m),
  activate: (m) => (m.isActive ? m : { ...m, hasLink: false, isActive: true }),
  wait: (m) => carriedOut({ ...m, isDue: m.open !== undefined }),
}

const approver = await addDecider()
const admin = { kind: 'admin', id: approver.id } as const
/** Changes accounts in place of the approver, who would depend on users whose accounts the approver has changed. */
const otherAdminId = randomUUID()
const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId: '' }

async function latestOf(userId: string): Promise<string> {
  const id = await scalar<string>(db)`
    select id from approvals where target_id = ${userId} order by asked_at desc limit 1`
  return id ?? ''
}

const real: Record<string, (userId: string) => Promise<unknown>> = {
  ask: (userId) =>
    transaction(db, async (tx) => {
      const user = await getUser(tx, userId)
      const requester = { kind: 'user', id: userId } as const
      return askForReplacement(tx, { userId }, requester, { user, lost: 'factors', reason: '' })
    }),
  approve: async (userId) => decide({ id: await latestOf(userId) }, admin),
  refuse: async (userId) => decide({ id: await latestOf(userId) }, admin, 'refused'),
  cancel: async (userId) => {
    const id = await latestOf(userId)
    const actor = { adminId: admin.id }
    await transaction(db, (tx) => cancelApproval(tx, actor, admin, { id, reason: '' }))
  },
  stop: (userId) => transaction(db, (tx) => endRecovery(tx, { userId }, { userId }, 'stopped')),
  'log in': (userId) => {
    const login = { accountId: userId, origin, methods: ['pwd', 'otp'] }
    return transaction(db, (tx) => openFactorSession(tx, userLogins, login))
  },
  'reset the password': (userId) =>
    transaction(db, async (tx) => delayRecovery(tx, await getUser(tx, userId))),
  expire: async (userId) => {
    await updateRows('approvals', { targetId: userId, doneAt: null }, { expiresAt: now })
    await endExpiredApprovals(db)
  },
  'lose the right': () => deleteRows('admin_roles', { adminId: admin.id }),
  'get the right': async () => {
    await deleteRows('admin_roles', { adminId: admin.id, role: 'support' })
    await addRow('admin_roles', { adminId: admin.id, role: 'support', givenAt: ago('25 hours') })
  },
  deactivate: (userId) => setActive(userId, false),
  activate: (userId) => setActive(userId, true),
  wait: async (userId) => {
    await updateRows('approvals', { targetId: userId, notBefore: sql`> now()` }, { notBefore: now })
    await timetable['carry-out-approvals'].work()
  },
}

async function setActive(userId: string, active: boolean): Promise<void> {
  const user = await getUser(db, userId)
  await transaction(db, (tx) => setUserActive(tx, { adminId: otherAdminId }, user, { active }))
}

async function actualState({ id }: TestUser): Promise<Pick<Model, 'open' | 'hasLink'>> {
  const [open] = await findOpenApprovals(db, id, 'replace-factors')
  const hasLink = await scalar<boolean>(db)`
    select exists (select from one_time_links where user_id = ${id} and kind = 'reset-mfa'
                   and used_at is null and voided_at is null)`
  const decided = open?.decision === 'approved' ? 'approved' : 'asked'
  return { open: open && decided, hasLink: hasLink ?? false }
}

test(`${steps} random steps of many cases match the reference model (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let order = 0; order < steps / stepsOfOrder; order += 1) {
    const user = await addUser()
    await real['get the right']?.(user.id)
    let model: Model = { ...closed, hasLink: false, isActive: true, mayDecide: true }
    let isAsked = false
    const performed: string[] = []
    for (let step = 0; step < stepsOfOrder; step += 1) {
      const names = Object.keys(moves).filter((name) => isAsked || !needsCase.has(name))
      const name = names[Math.floor(random() * names.length)] ?? ''
      const expected = moves[name]?.(model)
      if (expected === undefined) continue
      performed.push(name)
      const answer = await real[name]?.(user.id).then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      )
      isAsked ||= name === 'ask' && typeof expected !== 'number'
      if (typeof expected !== 'number') model = expected
      const { open, hasLink } = model
      const state = { ...(await actualState(user)), answer }
      const expectedState = {
        open,
        hasLink,
        answer: typeof expected === 'number' ? expected : undefined,
      }
      deepEqual(state, expectedState, `order ${order}: ${performed.join(', ')}`)
    }
  }
})

const needsCase = new Set(['approve', 'refuse', 'cancel'])
