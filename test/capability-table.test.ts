import { deepEqual } from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { approvalKinds } from '#contract/approval.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { configurationSections } from '../app/registry/apply.ts'
import { commands } from '../app/registry/commands.ts'
import { queues } from '../app/registry/queues.ts'
import { timetable } from '../app/registry/timetable.ts'
import { programs, uncovered } from './capabilities/table.ts'

test('each use case of features/ is used by a program', () => {
  const usedCases = programs.flatMap(({ useCases }) => [...useCases])
  const folders = globSync('features/*/*')
    .filter((file) => statSync(file).isDirectory())
    .map((folder) => folder.replace('features/', ''))
  deepEqual(new Set(usedCases), new Set(folders))
})

test('each approval, mail, queue, command, periodic job and section of the configuration file is covered by a program', () => {
  const rows = {
    approval: approvalKinds,
    mail: mailKinds,
    command: Object.keys(commands),
    queue: Object.keys(queues),
    job: Object.keys(timetable),
    apply: configurationSections.map(({ name }) => name),
  }
  const names = Object.entries(rows).flatMap(([kind, each]) =>
    each.map((name) => `${kind}:${name}`),
  )
  deepEqual(
    new Set([...programs.flatMap((program) => program.rows), ...Object.keys(uncovered)]),
    new Set(names),
  )
})
