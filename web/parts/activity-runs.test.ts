import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { countAddresses, foldJobs, hasManyTargets, runsOf } from './activity-runs.ts'
import { auditTextOfMany } from './audit-sentence-parts.ts'
import { auditSentenceMessages } from './texts/messages.ts'

let count = 0

function entry(action: string, facts: Partial<AuditEntry> = {}): AuditEntry {
  count += 1
  return {
    id: `e${count}`,
    timestamp: '2026-11-23T09:00:00.000Z',
    actorKind: 'visitor',
    userId: null,
    user: '',
    targetId: 'ada',
    target: 'Ada',
    targetKind: 'user',
    names: {},
    action,
    data: {},
    ipAddress: '',
    subSystem: 'portal',
    requestId: '',
    ...facts,
  }
}

const lengths = (entries: readonly AuditEntry[]) => runsOf(entries).map((run) => run.entries.length)

test('three or more consecutive equal events form one run', () => {
  const failed = (ipAddress: string) => entry('login_failed', { ipAddress })
  const night = [failed('203.0.113.1'), failed('203.0.113.2'), failed('203.0.113.1')]
  const [run, ...others] = runsOf([...night, entry('logged_out')])
  deepEqual([run?.entries.length, others.length], [3, 1])
  equal(run && countAddresses(run), 2)
  deepEqual(lengths([failed('1'), failed('2'), entry('logged_out'), failed('3')]), [1, 1, 1, 1])
})

test('events with different reasons, users or values form no run', () => {
  const reasons = ['code', 'code', 'password'].map((reason) =>
    entry('login_failed', { data: { reason } }),
  )
  deepEqual(lengths(reasons), [1, 1, 1])
  const users = ['ada', 'eve', 'una'].map((targetId) => entry('user_deactivated', { targetId }))
  deepEqual(lengths(users), [1, 1, 1])
})

const by = (targetId: string, data: object, facts: Partial<AuditEntry> = {}) =>
  entry('user_deactivated', { userId: 'boss', targetId, data: { ...data }, ...facts })

test('3A23: The events of one bulk action form one run, also if its changes alternate', () => {
  const sessions = { action: 'all_sessions_ended' }
  const entries = ['ada', 'eve', 'una'].flatMap((target) => [
    by(target, { jobId: 'j1' }, { timestamp: `2026-11-23T09:00:0${target.length}.000Z` }),
    by(target, { jobId: 'j1' }, sessions),
  ])
  deepEqual(
    foldJobs([...entries, by('joe', { jobId: 'j2' })]).map((run) => [
      run.entries.length,
      run.entries[0]?.action,
    ]),
    [
      [3, 'user_deactivated'],
      [3, 'all_sessions_ended'],
      [1, 'user_deactivated'],
    ],
  )
  equal(foldJobs([entry('logged_out'), entry('logged_out'), entry('logged_out')]).length, 3)
})

test('3A23: The invitations of one list fold into one line with the number of invited users', () => {
  const invited = Array.from({ length: 27 }, (_, index) =>
    entry('invitation_created', {
      userId: 'grace',
      targetId: `guest${index}`,
      data: { partnerId: 'harbour', batchId: 'list' },
    }),
  )
  const other = entry('invitation_created', { userId: 'grace', data: { batchId: 'other' } })
  const [run, ...others] = runsOf([...invited, other])
  deepEqual([run?.entries.length, others.length, run && hasManyTargets(run)], [27, 1, true])
  equal(
    run?.entries[0] &&
      auditTextOfMany(
        auditSentenceMessages.en,
        run.entries[0],
      )?.({ actor: 'Grace Hopper', company: 'Harbour', count: 27 }),
    'Grace Hopper invited 27 users to Harbour',
  )
})

const given = (targetId: string, subsystem: string, timestamp = '2026-11-23T09:00:00.000Z') =>
  by(targetId, { subsystem }, { action: 'platform_access_given', timestamp })

test('3A23: Changes of one request form a run only if they differ in nothing but the target', () => {
  deepEqual(lengths([given('ada', 'hub'), given('eve', 'hub'), given('una', 'hub')]), [3])
  const mixed = [given('ada', 'hub'), given('ada', 'desk'), given('ada', 'bank')]
  deepEqual(lengths(mixed), [1, 1, 1])
  deepEqual(
    runsOf(mixed).map(({ id }) => id),
    mixed.map(({ id }) => id),
  )
  const later = given('una', 'hub', '2026-11-23T09:00:01.000Z')
  deepEqual(lengths([given('ada', 'hub'), given('eve', 'hub'), later]), [1, 1, 1])
})
