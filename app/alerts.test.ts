import { deepEqual, equal, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { newFolder } from '#test/debian-cluster.ts'
import { queues } from './registry/queues.ts'

const rulesFile = 'deploy/alerts.yaml'
type Rule = { alert: string; labels: object; annotations: { runbook: string } }
const { groups } = parse(await readFile(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/**
 * Series with a value for each minute, in promtool's notation, and the times at which the alert fires and has ended.
 */
type Case = {
  series: Record<string, string>
  /** Other series with which the alert never fires. */
  quiet?: Record<string, string>
  fires: string
  ends: string
  labels?: Record<string, string>
}

const gauge = (name: string, high: number, ends = '30m'): Case => ({
  series: { [name]: `${high}x15 0x30` },
  fires: '12m',
  ends,
})

const cases: Record<string, Case> = {
  PorticoDatabaseDown: {
    series: {
      'portico_database_up{instance="a"}': '0x15 1x30',
      'portico_database_up{instance="b"}': '1x45',
    },
    fires: '12m',
    ends: '20m',
  },
  PorticoErrors: {
    series: {
      'portico_request_seconds_count{status="500"}': '0+6x20 120x40',
      'portico_request_seconds_count{status="200"}': '0+60x60',
    },
    fires: '15m',
    ends: '40m',
  },
  PorticoLoadShedding: {
    series: { 'portico_requests_shed_total{why="hashes"}': '0+5x15 75x40' },
    quiet: {
      'portico_requests_shed_total{why="body"}': '0+5x60',
      'portico_requests_shed_total{why="connections"}': '0+5x60',
    },
    fires: '12m',
    ends: '30m',
  },
  PorticoSlow: {
    series: {
      'portico_request_seconds_bucket{route="/api/users/me",le="1"}': '0+0x60',
      'portico_request_seconds_bucket{route="/api/users/me",le="5"}': '0+60x30 1800x60',
      'portico_request_seconds_bucket{route="/api/users/me",le="+Inf"}': '0+60x30 1800x60',
    },
    fires: '20m',
    ends: '50m',
  },
  PorticoHashQueue: gauge('portico_hashes_waiting', 100),
  PorticoPoolWaiting: gauge('portico_pool_waiting', 40),
  PorticoLoginsFail: {
    series: {
      'portico_logins_total{outcome="password"}': '0+120x40 4800x60',
      'portico_logins_total{outcome="succeeded"}': '_x45 0+6x55',
    },
    quiet: {
      'portico_logins_total{outcome="password"}': '0+120x60',
      'portico_logins_total{outcome="succeeded"}': '0+24x60',
    },
    fires: '30m',
    ends: '70m',
  },
  PorticoMailsFail: {
    series: {
      'portico_mails_total{outcome="failed"}': '0+10x40 400x60',
      'portico_mails_total{outcome="sent"}': '_x45 0+1x55',
    },
    fires: '38m',
    ends: '80m',
  },
  PorticoMailsWait: gauge('portico_backlog_seconds{of="mail"}', 1_000),
  PorticoNotificationsWait: gauge('portico_backlog_seconds{of="notification"}', 1_000),
  PorticoWebhooksWait: gauge('portico_backlog_seconds{of="webhook"}', 400),
  PorticoJobsWait: {
    ...gauge('portico_backlog_seconds{of="bulk"}', 1_000),
    quiet: { 'portico_backlog_seconds{of="mail"}': '1000x60' },
    labels: { of: 'bulk' },
  },
  PorticoPeriodicErrors: {
    series: {
      'portico_periodic_errors_total{job="purge-expired",table="mails",instance="a"}':
        '0x5 1+1x10 11x200',
      'portico_periodic_errors_total{job="end-expired-access",table="",instance="a"}':
        '0x5 1+1x2 3x200',
    },
    fires: '20m',
    ends: '120m',
    labels: { job: 'purge-expired', table: 'mails' },
  },
  PorticoAuditSeal: {
    series: {
      portico_audit_seal_age_seconds: '1500x8 _x8 0x30',
      portico_audit_seal_lag_seconds: '0x16 1500x10 0x30',
      portico_database_up: '1x45',
    },
    quiet: { portico_database_up: '0x45' },
    fires: '21m',
    ends: '40m',
  },
  PorticoAuditPartitions: {
    series: { portico_audit_partitions_days: '13x15 92x30' },
    quiet: { portico_audit_partitions_days: '15x60' },
    fires: '12m',
    ends: '30m',
  },
  PorticoLateAuditRow: {
    series: { portico_audit_late_rows_total: '0x5 1x100' },
    fires: '10m',
    ends: '80m',
  },
  PorticoEventLoop: gauge('nodejs_eventloop_lag_p99_seconds', 1),
  PorticoFollowerLate: gauge('portico_follower_lag_seconds', 30),
  PorticoVacuumOverdue: {
    series: { 'portico_database_dead_rows_ratio{table="users"}': '0.4x90 0.1x30' },
    quiet: { 'portico_database_dead_rows_ratio{table="users"}': '0.2x120' },
    fires: '70m',
    ends: '100m',
    labels: { table: 'users' },
  },
  PorticoLongTransaction: gauge('portico_database_transaction_seconds', 4_000),
  PorticoColdUpdates: {
    series: {
      'portico_database_updates{table="sessions"}': '0+1200x400',
      'portico_database_hot_updates{table="sessions"}': '0+120x180 21600+1200x220',
    },
    quiet: {
      'portico_database_updates{table="sessions"}': '0+120x400',
      'portico_database_hot_updates{table="sessions"}': '0x400',
      'portico_database_updates{table="webhooks"}': '0+1200x400',
      'portico_database_hot_updates{table="webhooks"}': '0x400',
    },
    fires: '170m',
    ends: '280m',
    labels: { table: 'sessions' },
  },
  PorticoCheckpointsRequested: {
    series: {
      'portico_database_checkpoints{kind="requested"}': '0+1x60 60x120',
      'portico_database_checkpoints{kind="timed"}': '0x60 0+1x120',
    },
    fires: '50m',
    ends: '150m',
  },
  PorticoWalOfLogins: {
    series: {
      portico_database_wal_bytes: '0+300000000x100 30000000000+30000000x100',
      'portico_logins_total{outcome="succeeded"}': '0+1200x200',
    },
    quiet: {
      portico_database_wal_bytes: '0+300000000x200',
      'portico_logins_total{outcome="succeeded"}': '0+300x200',
    },
    fires: '90m',
    ends: '180m',
  },
  PorticoSlotBehind: {
    ...gauge('portico_database_slot_bytes{slot="two"}', 20_000_000_000),
    labels: { slot: 'two' },
  },
  PorticoArchiveFails: {
    series: { portico_database_archive_failing: '1x30 0x30' },
    fires: '20m',
    ends: '40m',
  },
  PorticoDown: {
    series: {
      'portico_info{serve="users,sso"}': '_x15 1x30',
      'portico_info{serve="worker"}': '1x45',
      'portico_info{serve="admin"}': '1x45',
    },
    quiet: { 'portico_info{serve="admin,users"}': '1x45' },
    fires: '12m',
    ends: '20m',
  },
}

test('each alert fires and ends when Prometheus evaluates its rule', async (t) => {
  if (!existsSync('/usr/bin/promtool')) return t.skip('no promtool (Debian: prometheus)')
  deepEqual(Object.keys(cases).toSorted(), rules.map(({ alert }) => alert).toSorted())
  const folder = await newFolder(t)
  const file = join(folder, 'alerts.test.yaml')
  await writeFile(
    file,
    stringify({ rule_files: [resolve(rulesFile)], tests: rules.flatMap((rule) => testsOf(rule)) }),
  )
  await promisify(execFile)('promtool', ['test', 'rules', file])
  // A test whose alert never fires must fail, which proves that the run above tested something.
  const [first] = rules
  const wrong = { ...testsOf(first!)[0], input_series: [] }
  await writeFile(file, stringify({ rule_files: [resolve(rulesFile)], tests: [wrong] }))
  const result = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(() => 'no')
  equal(result, 'no')
  await rm(file)
})

test('each alert has a section with instructions in docs/alerts.md, and each section has its alert', async () => {
  const page = await readFile('docs/alerts.md', 'utf8')
  const sections = page.match(/^## .+$/gm)?.map((line) => line.slice(3)) ?? []
  deepEqual(sections.toSorted(), rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations } of rules)
    equal(annotations.runbook, `docs/alerts.md#${alert.toLowerCase()}`)
  for (const part of page.split(/^## /m).slice(1)) {
    for (const word of ['Look', 'Do', 'Ends']) equal(part.split(`\n- ${word}: `).length, 2, part)
  }
})

test('logout notifications are given up within the day for which their alert counts them', () => {
  const { retryLimit, retryDelay, retryDelayMax } = queues['logout-notification']
  const delays = Array.from({ length: retryLimit }, (_, one) =>
    Math.min(retryDelayMax, retryDelay * 2 ** (one + 1)),
  )
  ok(delays.reduce((sum, delay) => sum + delay) < 23 * 3_600)
})

function testsOf({ alert, labels, annotations }: Rule) {
  const { series, quiet, fires, ends, labels: own } = cases[alert]!
  const fired = { exp_labels: { ...labels, ...own }, exp_annotations: annotations }
  const at = (time: string, alerts: object[]) => ({
    eval_time: time,
    alertname: alert,
    exp_alerts: alerts,
  })
  return [
    caseOf(series, [at(fires, [fired]), at(ends, [])]),
    ...(quiet ? [caseOf(quiet, [at(fires, []), at(ends, [])])] : []),
  ]
}

function caseOf(series: Record<string, string>, times: object[]) {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: times,
  }
}
