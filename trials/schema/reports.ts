import { readFileSync } from 'node:fs'

/** A defect that Schemathesis found in one response. */
export type Report = {
  /** The code of the check, such as ST202. */
  check: string
  title: string
  call: string
  /** The rules, fields or error code in the response; its status if it has none of these. */
  answered: string[]
}

type Failure = { code: string; title: string }
type Check = { status: string; failure_info?: { failure: Failure } }
type Interaction = { response?: { status_code: number; content?: Encoded; body?: Encoded } }
type Encoded = { $base64?: string }
type Scenario = {
  recorder: {
    label: string
    checks?: Record<string, Check[]>
    interactions?: Record<string, Interaction>
  }
}
type Problem = { errorCode?: number; errors?: { rule?: string; field?: string }[] }

/** Reads the events that a Schemathesis run has written, and counts its requests. */
export function readReports(file: string): { requests: number; reports: Report[] } {
  const scenarios = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"ScenarioFinished"'))
    .map((line) => (JSON.parse(line) as { ScenarioFinished: Scenario }).ScenarioFinished.recorder)
  const requests = scenarios.flatMap(({ interactions = {} }) => Object.keys(interactions)).length
  const reports = scenarios.flatMap(({ label, checks = {}, interactions = {} }) =>
    Object.entries(checks).flatMap(([id, each]) =>
      each
        .flatMap(({ failure_info: info }) => info?.failure ?? [])
        .map(({ code, title }) => ({
          check: code,
          title,
          call: label,
          answered: answeredBy(interactions[id]),
        })),
    ),
  )
  return { requests, reports }
}

function answeredBy({ response }: Interaction = {}): string[] {
  const { errorCode, errors = [] } = problemOf(response?.content ?? response?.body)
  const names = errors.flatMap(({ rule, field }) => rule ?? field ?? [])
  if (names.length > 0) return [...new Set(names)]
  return [String(errorCode ?? response?.status_code ?? 'nothing')]
}

function problemOf(content: Encoded | undefined): Problem {
  const text = Buffer.from(content?.$base64 ?? '', 'base64').toString()
  return text.startsWith('{') ? (JSON.parse(text) as Problem) : {}
}

type Row = { check: string; answers: string[]; calls: string[] }

/** Reads the table of docs/api-checks.md: check, responses, calls, reason. An empty list of calls means every call. */
export function readList(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| ST\d+ /.test(line))
    .map((line) => {
      const [, check = '', answers = '', calls = ''] = line.split('|').map((cell) => cell.trim())
      return { check: check.slice(0, 5), answers: quotedIn(answers), calls: quotedIn(calls) }
    })
}

function quotedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** Returns true if the list has rows for every part of the response. */
export function isListed({ check, call, answered }: Report, list: readonly Row[]): boolean {
  const matchingRows = list.filter(
    (row) => row.check === check && (row.calls.length === 0 || row.calls.includes(call)),
  )
  return answered.every((each) => matchingRows.some(({ answers }) => answers.includes(each)))
}
