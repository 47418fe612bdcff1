import { deepEqual, equal } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { newFolder } from '#test/backups.ts'

const rulesFile = 'deploy/alerts.yaml'
type Rule = { alert: string; labels: object; annotations: { runbook: string } }
const { groups } = parse(await readFile(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/** A value each minute, as promtool writes them; when the alert fires, and when it has ended. */
type Case = {
  series: Record<string, string>
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
  PorticoErrors: {
    series: {
      'portico_request_seconds_count{status="500"}': '0+6x20 120x40',
      'portico_request_seconds_count{status="200"}': '0+60x60',
    },
    fires: '15m',
    ends: '40m',
  },
  PorticoLoadShedding: {
    series: { 'portico_requests_shed_total{why="requests"}': '0+5x15 75x40' },
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
      'portico_logins_total{outcome="succeeded"}': '0+6x100',
    },
    fires: '30m',
    ends: '70m',
  },
  PorticoMailsFail: {
    series: {
      'portico_mails_total{outcome="failed"}': '0+10x40 400x60',
      'portico_mails_total{outcome="sent"}': '0+1x100',
    },
    fires: '38m',
    ends: '80m',
  },
  PorticoMailsWait: gauge('portico_backlog_seconds{of="mail"}', 1_000),
  PorticoNotificationsWait: gauge('portico_backlog_seconds{of="notification"}', 1_000),
  PorticoWebhooksWait: gauge('portico_backlog_seconds{of="webhook"}', 400),
  PorticoJobsWait: {
    ...gauge('portico_jobs{queue="mail",state="ready"}', 2_000),
    labels: { queue: 'mail' },
  },
  PorticoAuditSeal: gauge('portico_audit_seal_age_seconds', 1_500),
  PorticoLateAuditRow: {
    series: { portico_audit_late_rows_total: '0x5 1x100' },
    fires: '10m',
    ends: '80m',
  },
  PorticoEventLoop: gauge('nodejs_eventloop_lag_p99_seconds', 1),
  PorticoFollowerLate: gauge('portico_follower_lag_seconds', 30),
  PorticoDown: {
    series: { portico_requests_running: '_x15 1x30' },
    fires: '12m',
    ends: '20m',
  },
}

test('each alert fires and ends as Prometheus evaluates it', async (t) => {
  if (!existsSync('/usr/bin/promtool')) return t.skip('no promtool (Debian: prometheus)')
  deepEqual(Object.keys(cases).toSorted(), rules.map(({ alert }) => alert).toSorted())
  const folder = await newFolder(t)
  const file = join(folder, 'alerts.test.yaml')
  await writeFile(
    file,
    stringify({ rule_files: [resolve(rulesFile)], tests: rules.map((rule) => testOf(rule)) }),
  )
  await promisify(execFile)('promtool', ['test', 'rules', file])
  // The same with an alert that never fires is refused: the run above was none of nothing.
  const [first] = rules
  const wrong = { ...testOf(first!), input_series: [] }
  await writeFile(file, stringify({ rule_files: [resolve(rulesFile)], tests: [wrong] }))
  const refused = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(() => 'no')
  equal(refused, 'no')
  await rm(file)
})

test('each alert has a section that says what to do, and each section its alert', async () => {
  const page = await readFile('docs/alerts.md', 'utf8')
  const sections = page.match(/^## .+$/gm)?.map((line) => line.slice(3)) ?? []
  deepEqual(sections.toSorted(), rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations } of rules)
    equal(annotations.runbook, `docs/alerts.md#${alert.toLowerCase()}`)
  for (const part of page.split(/^## /m).slice(1)) {
    for (const word of ['Look', 'Do', 'Ends']) equal(part.split(`\n- ${word}: `).length, 2, part)
  }
})

function testOf({ alert, labels, annotations }: Rule) {
  const { series, fires, ends, labels: own } = cases[alert]!
  const fired = { exp_labels: { ...labels, ...own }, exp_annotations: annotations }
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      { eval_time: fires, alertname: alert, exp_alerts: [fired] },
      { eval_time: ends, alertname: alert, exp_alerts: [] },
    ],
  }
}
