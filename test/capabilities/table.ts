import { globSync, readFileSync } from 'node:fs'

/** A row of the product's lists, such as `approval:admin-add`. */
export type Row = `${'approval' | 'queue' | 'job' | 'apply' | 'command' | 'mail'}:${string}`

/** A program of this folder, which tests a capability of the product. */
export type Program = {
  /** The path of the file. */
  file: string
  /** The use cases of `features/` whose contracts the program imports, and those without a contract that it names. */
  useCases: ReadonlySet<string>
  /** The rows that the program needs to pass. */
  rows: readonly Row[]
}

/** Rows that no program covers, each with the reason. */
export const uncovered: Readonly<Partial<Record<Row, string>>> = {
  'command:backup':
    'operator-data backs up the database of the demo, without PostgreSQL programs on the machine',
  'command:restore': 'as command:backup',
  'command:after-restore':
    'runs while no server does; app/commands/after-restore.test.ts and trials/system/point-in-time.trial.ts test it',
  'mail:reset-mfa':
    'sent only if one admin alone may reset; these programs run with two-person approval',
  'mail:admin-added':
    'sent only if admins log in through an external identity provider, which the demo does not have',
  'mail:admin-reset': 'as mail:admin-added',
  'mail:passkey-disabled':
    'sent if the counter of a passkey indicates a copy; features/account/sign-in/passkey-refusals.test.ts tests it',
}

/** Every program. Its lines `// covers …` name its rows, and its use cases without a contract. */
export const programs: readonly Program[] = globSync('test/capabilities/*.test.ts')
  .toSorted()
  .map((file) => {
    const sources = sourcesOf(file)
    const lines = [...sources[0]!.matchAll(/^\/\/ covers (.*)$/gm)]
    const names = lines.flatMap(([, each = '']) => each.split(', '))
    const imported = sources.flatMap((text) => [
      ...text.matchAll(/ from '[./]+features\/([\w-]+\/[\w-]+)\//g),
    ])
    return {
      file,
      useCases: new Set([
        ...imported.map(([, useCase = '']) => useCase),
        ...names.filter((name) => name.includes('/')),
      ]),
      rows: names.filter((name) => name.includes(':')) as Row[],
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
