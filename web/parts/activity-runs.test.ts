import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { countAddresses, jobKeyOf, runsOf } from './activity-runs.ts'

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

test('the events of one bulk action form one run, whichever users they concern', () => {
  const entryOf = (targetId: string, jobId: string) =>
    entry('user_deactivated', { targetId, data: { jobId } })
  const entries = [
    entryOf('ada', 'j1'),
    entryOf('eve', 'j1'),
    entryOf('una', 'j1'),
    entryOf('joe', 'j2'),
  ]
  deepEqual(
    runsOf(entries, jobKeyOf).map((run) => run.entries.length),
    [3, 1],
  )
  deepEqual(runsOf([entry('logged_out'), entry('logged_out'), entry('x')], jobKeyOf).length, 3)
})
