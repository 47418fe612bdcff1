import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { largeScansOf, type PlanNode, type Schema } from './large-scans.ts'

const index = (first: string, isPartial = false) => ({ table: 'users', first, isPartial })
const schema: Schema = {
  indexes: new Map([
    ['users_pkey', index('id')],
    ['users_by_name', index('lower(lastname)')],
    ['users_due', index('id', true)],
    ['log_2026_11_pkey', { table: 'log_2026_11', first: 'id', isPartial: false }],
  ]),
  partitioned: new Map([['log_2026_11', 'log']]),
  isLarge: (table) => table === 'users' || table === 'log',
}

const scan = (name: string, rest: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': 'Index Scan',
  'Index Name': name,
  ...rest,
})
const seq = (name: string): PlanNode => ({ 'Node Type': 'Seq Scan', 'Relation Name': name })
const limit = (...nodes: PlanNode[]): PlanNode => ({ 'Node Type': 'Limit', Plans: nodes })
const readsOf = (plan: PlanNode) => largeScansOf(plan, schema).map(({ reads }) => reads)

test('3S1: a sequential scan of a large table is found anywhere in a plan, one of a small table is not', () => {
  deepEqual(readsOf(limit(seq('users'))), ['the whole table'])
  const join: PlanNode = { 'Node Type': 'Hash Join', Plans: [seq('admins'), seq('log_2026_11')] }
  deepEqual(largeScansOf(join, schema), [{ table: 'log', reads: 'the whole table' }])
})

test('3S1: an index is read in part if the condition is about its first column, or if it is partial', () => {
  deepEqual(readsOf(scan('users_pkey', { 'Index Cond': '(u.id = $1)' })), [])
  deepEqual(readsOf(scan('users_by_name', { 'Index Cond': '(lower(u.lastname) > $1)' })), [])
  deepEqual(readsOf(scan('users_pkey', { 'Index Cond': '(partner_id = $1)' })), [
    'all of users_pkey',
  ])
  deepEqual(readsOf(scan('users_pkey', { Filter: '(id = $1)' })), ['all of users_pkey'])
  deepEqual(readsOf(scan('log_2026_11_pkey')), ['all of log_2026_11_pkey'])
  deepEqual(readsOf(scan('users_due')), [])
})

test('3S5: a limit ends a scan along an index only if no node between them leaves out or sorts rows', () => {
  const names = scan('users_by_name', { 'Parent Relationship': 'Outer' })
  deepEqual(readsOf(limit(names)), [])
  deepEqual(readsOf(limit({ ...names, Filter: '(last_seen_at < now())' })), [
    'all of users_by_name',
  ])
  const between = (type: string, rest: Partial<PlanNode> = {}) =>
    limit({ 'Node Type': type, ...rest, Plans: [names] })
  deepEqual(readsOf(between('LockRows')), [])
  deepEqual(readsOf(between('Nested Loop', { 'Join Type': 'Left' })), [])
  for (const node of [
    between('Sort'),
    between('Subquery Scan', { Filter: '(active)' }),
    between('Nested Loop', { 'Join Type': 'Inner' }),
  ])
    deepEqual(readsOf(node), ['all of users_by_name'])
})
