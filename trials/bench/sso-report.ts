import { median, report, type Figure } from './harness.ts'
import type { Sample } from './sso-client.ts'

/** The samples of one round, by the name of the call. */
export type Round = Map<string, Sample>

/** Each call, and the call that its processor time per response is compared with. */
const comparisons: { call: string; beside: string; most?: number }[] = [
  { call: 'userinfo', beside: 'session check', most: 2.5 },
  { call: 'introspection', beside: 'session check', most: 2.5 },
  { call: 'exchange', beside: 'exchange, bare', most: 2.2 },
  { call: 'refresh', beside: 'refresh, bare', most: 2.2 },
  { call: 'forward-auth verify', beside: 'session check', most: 1.5 },
  { call: 'client credentials', beside: 'client credentials, bare' },
  { call: 'pushed request', beside: 'pushed request, bare' },
]

type Cost = {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** Processor time per response. */
  serverMs: number
  databaseMs: number
  bothMs: number
}

/** Prints the cost of each call and of the call it is compared with, then the response time for a single client. */
export function reportSso(rounds: readonly Round[], alone: Round): boolean {
  const names = [...alone.keys()]
  const costs = new Map(names.map((name) => [name, rounds.map((round) => costOf(round, name))]))
  const of = (name: string) => costs.get(name) ?? []
  const medians = Object.fromEntries(names.map((name) => [name, mediansOf(of(name))]))
  printTable(medians)
  const oneCaller = Object.fromEntries(names.map((name) => [name, costOf(alone, name).medianMs]))
  console.log('\none caller at a time, median ms of an answer:')
  for (const [name, ms] of Object.entries(oneCaller)) {
    console.log(`  ${name.padEnd(26)}${ms.toFixed(2).padStart(8)}`)
  }
  console.log()
  for (const { call, beside } of comparisons) {
    const [here, there] = [medians[call]?.perSecond ?? 0, medians[beside]?.perSecond ?? 0]
    const ratio = median(
      of(call).map((one, at) => one.perSecond / (of(beside)[at]?.perSecond ?? 1)),
    )
    console.log(
      `${call} ${here.toFixed(0)}/s beside ${beside} ${there.toFixed(0)}/s, rate ratio ${ratio.toFixed(2)}`,
    )
  }
  console.log()
  const figures = comparisons.map(({ call, beside, ...limit }): Figure => {
    const ratio = median(of(call).map((one, at) => one.bothMs / (of(beside)[at]?.bothMs ?? 1)))
    return {
      name: `processor time of one ${call}`,
      here: msOf(medians[call]),
      beside: `${msOf(medians[beside])} (${beside})`,
      ratio,
      ...limit,
    }
  })
  return report('sso', figures, { medians, 'one caller, median ms': oneCaller })
}

function msOf(cost: Cost | undefined): string {
  return `${(cost?.bothMs ?? 0).toFixed(2)} ms`
}

function costOf(round: Round, name: string): Cost {
  const sample = round.get(name)
  if (!sample) throw new Error(`${name} was not measured`)
  const { count, seconds, times, serverMs, databaseMs } = sample
  const sorted = times.toSorted((one, other) => one - other)
  return {
    perSecond: count / seconds,
    medianMs: median(times),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    serverMs: serverMs / count,
    databaseMs: databaseMs / count,
    bothMs: (serverMs + databaseMs) / count,
  }
}

function mediansOf(costs: readonly Cost[]): Cost {
  const of = (what: keyof Cost) => median(costs.map((cost) => cost[what]))
  return {
    perSecond: of('perSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    serverMs: of('serverMs'),
    databaseMs: of('databaseMs'),
    bothMs: of('bothMs'),
  }
}

function printTable(medians: Record<string, Cost>): void {
  console.log(
    `${'medians of the rounds'.padEnd(28)}      /s  99 % ms  processor ms: server  database    both`,
  )
  for (const [name, cost] of Object.entries(medians)) {
    const columns = [
      cost.perSecond.toFixed(0).padStart(8),
      cost.p99Ms.toFixed(1).padStart(9),
      cost.serverMs.toFixed(2).padStart(22),
      cost.databaseMs.toFixed(2).padStart(10),
      cost.bothMs.toFixed(2).padStart(8),
    ]
    console.log(`${name.padEnd(28)}${columns.join('')}`)
  }
}
