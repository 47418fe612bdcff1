import { deepEqual } from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { approvalKinds } from '#contract/approval.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { configurationSections } from '../app/registry/apply.ts'
import { commands } from '../app/registry/commands.ts'
import { queues } from '../app/registry/queues.ts'
import { timetable } from '../app/registry/timetable.ts'
import { capabilities, uncovered, untested } from './capabilities/table.ts'

const covered = new Set<string>([
  ...capabilities.flatMap(({ rows }) => rows),
  ...Object.keys(uncovered),
])
const fileOf = (program: string) => `test/capabilities/${program}.test.ts`

function missing(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => `${prefix}:${name}`).filter((row) => !covered.has(row))
}

test('each program in the table of capabilities exists, and each program is in the table', () => {
  const programs = capabilities.map(({ program }) => fileOf(program))
  deepEqual(
    programs.filter((file) => !existsSync(file)),
    [],
  )
  const files = globSync('test/capabilities/*.test.ts')
  deepEqual(
    files.filter((file) => !programs.includes(file)),
    [],
  )
})

test('each use case of features/ is used by a program', () => {
  const usedCases = new Set([
    ...capabilities.flatMap(({ useCases }) => useCases),
    ...Object.keys(untested),
  ])
  const folders = globSync('features/*/*')
    .filter((file) => statSync(file).isDirectory())
    .map((folder) => folder.replace('features/', ''))
  deepEqual(
    folders.filter((folder) => !usedCases.has(folder)),
    [],
  )
  deepEqual(
    [...usedCases].filter((useCase) => !folders.includes(useCase)),
    [],
  )
})

test('a program, or a helper that it imports, calls the contract of each of its use cases', () => {
  for (const { program, useCases } of capabilities) {
    const text = sourcesOf(fileOf(program)).join('\n')
    deepEqual(
      useCases.filter(
        (each) =>
          globSync(`features/${each}/*contract.ts`).length > 0 &&
          !text.includes(`features/${each}/`),
      ),
      [],
      program,
    )
  }
})

/** Returns the sources of a program and of the files in its folder that it imports, directly or not. */
function sourcesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/ from '\.\/([^']+)'/g)]
  return [text, ...imported.flatMap(([, name]) => sourcesOf(`test/capabilities/${name}`, seen))]
}

test('each approval, mail, queue, command, periodic job and section of the configuration file is covered by a program', () => {
  deepEqual(
    [
      ...missing('approval', approvalKinds),
      ...missing('mail', mailKinds),
      ...missing('command', Object.keys(commands)),
      ...missing('queue', Object.keys(queues)),
      ...missing('job', Object.keys(timetable)),
      ...missing(
        'apply',
        configurationSections.map(({ name }) => name),
      ),
    ],
    [],
  )
})
