import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findOpenApprovals } from '#domain/approval.ts'
import { openFactorSession, userLogins } from '#domain/login.ts'
import { askForReplacement, delayRecovery, endRecovery } from '#domain/recovery.ts'
import { cancelApproval, endExpiredApprovals } from '#domain/second-person.ts'
import { setUserActive } from '#domain/user-activation.ts'
import { getUser } from '#domain/user.ts'
import { db, scalar, sql, transaction } from '#server/db.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { randomFrom } from '#test/random.ts'
import { addDecider, decide } from '#test/recovery.ts'
import { addRow, ago, deleteRows, now, updateRows } from '#test/rows.ts'
import { timetable } from '../../../app/registry/timetable.ts'

/** How many steps in all; `npm run trials -- long` takes 100,000. */
const steps = Number(process.env['TEST_ORDERS'] ?? 1_500)
const stepsOfOrder = 25
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

/** What a user’s case can be in, and what its moves depend on. */
type Model = {
  open: 'asked' | 'approved' | undefined
  /** Its waiting time is over. */
  isDue: boolean
  /** Somebody may follow the mailed link. */
  hasLink: boolean
  isActive: boolean
  /** The only person who may decide holds the right. */
  mayDecide: boolean
}

const { approvalPending, changedMeanwhile, noSecondPerson, userInactive } = errorCodes
const { forbidden } = commonErrors
const closed = { open: undefined, isDue: false } as const

function carriedOut(model: Model): Model {
  if (model.open !== 'approved' || !model.isDue) return model
  return { ...model, ...closed, hasLink: model.mayDecide || model.hasLink }
}

/** What each step leads to: the next state, or an error code and no change. */
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

const decider = await addDecider()
const admin = { kind: 'admin', id: decider.id } as const
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
      const asker = { kind: 'user', id: userId } as const
      return askForReplacement(tx, { userId }, asker, { user, lost: 'factors', reason: '' })
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
  await transaction(db, (tx) => setUserActive(tx, { adminId: admin.id }, user, { active }))
}

async function seen({ id }: TestUser): Promise<Pick<Model, 'open' | 'hasLink'>> {
  const [open] = await findOpenApprovals(db, id, 'replace-factors')
  const hasLink = await scalar<boolean>(db)`
    select exists (select from one_time_links where user_id = ${id} and kind = 'reset-mfa'
                   and used_at is null and voided_at is null)`
  const decided = open?.decision === 'approved' ? 'approved' : 'asked'
  return { open: open && decided, hasLink: hasLink ?? false }
}

test(`${steps} random steps of many cases differ in nothing from a small model (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let order = 0; order < steps / stepsOfOrder; order += 1) {
    const user = await addUser()
    await real['get the right']?.(user.id)
    let model: Model = { ...closed, hasLink: false, isActive: true, mayDecide: true }
    let isAsked = false
    const told: string[] = []
    for (let step = 0; step < stepsOfOrder; step += 1) {
      const names = Object.keys(moves).filter((name) => isAsked || !needsCase.has(name))
      const name = names[Math.floor(random() * names.length)] ?? ''
      const expected = moves[name]?.(model)
      if (expected === undefined) continue
      told.push(name)
      const answer = await real[name]?.(user.id).then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      )
      isAsked ||= name === 'ask' && typeof expected !== 'number'
      if (typeof expected !== 'number') model = expected
      const { open, hasLink } = model
      const state = { ...(await seen(user)), answer }
      const wanted = { open, hasLink, answer: typeof expected === 'number' ? expected : undefined }
      deepEqual(state, wanted, `order ${order}: ${told.join(', ')}`)
    }
  }
})

const needsCase = new Set(['approve', 'refuse', 'cancel'])
