import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { faultsOfSection } from './section.ts'

/**
 * Finds every use of cryptography in the program and compares it with docs/cryptography.json; `--write` writes the
 * table generated from it in docs/cryptography.md. `--root` selects another tree, for tests.
 */
const { values } = parseArgs({
  options: { write: { type: 'boolean' }, root: { type: 'string', default: '.' } },
})
const folders = '{app,contract,domain,features,server,web}'
const modules = [
  '(?:node:)?(?:crypto|tls|https)',
  'jose(?:/[^\'"]*)?',
  '@node-rs/argon2',
  'altcha-lib(?:/[^\'"]*)?',
  'oidc-provider',
  'openid-client',
  'otpauth',
].join('|')
const imported = new RegExp(
  `\\bimport\\s+(?!type\\b)([^;'"]+?)\\s+from\\s+['"](${modules})['"]`,
  'g',
)
const loaded = new RegExp(`\\b(?:import|require)\\(\\s*['"](${modules})['"]`, 'g')
const ofBrowser = /\bcrypto\.(subtle|getRandomValues|randomUUID)\b/g

/** A purpose of cryptography. */
type Entry = {
  purpose: string
  algorithm: string
  /** The origin of the key; empty if there is none. */
  key: string
  /** The procedure to replace algorithm and key. */
  replaced: string
  /** Names used, by file; `*` is any file. */
  uses: Record<string, string[]>
}

const entries = JSON.parse(
  fs.readFileSync(path.join(values.root, 'docs/cryptography.json'), 'utf8'),
) as Entry[]
const files = fs
  .globSync(`${folders}/**/*.{ts,tsx}`, { cwd: values.root })
  .filter((file) => !/\.(test|trial)\.tsx?$/.test(file))
  .toSorted()
const allUses = files.flatMap((file) => usesIn(file).map((name) => ({ file, name })))
const section = {
  page: path.join(values.root, 'docs/cryptography.md'),
  name: 'cryptography',
  command: 'npm run generate -- cryptography',
}
const faults = [
  ...unlisted(),
  ...unusedEntries(),
  ...faultsOfSection(section, table(), Boolean(values.write)),
]
console.log(faults.join('\n') || `${allUses.length} uses of cryptography, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function usesIn(file: string): string[] {
  const text = fs.readFileSync(path.join(values.root, file), 'utf8')
  // An import without braces counts as the whole module.
  const names = [...text.matchAll(imported)].flatMap(([, list = '', module = '']) =>
    list.includes('{')
      ? list
          .replaceAll(/[{}]/g, '')
          .split(',')
          .map((each) => each.trim().replace(/ as .*/, ''))
          .filter((each) => each !== '' && !each.startsWith('type '))
      : [module],
  )
  const others = [...text.matchAll(loaded), ...text.matchAll(ofBrowser)].map(
    ([, name = '']) => name,
  )
  return [...new Set([...names, ...others])]
}

function isListed({ file, name }: { file: string; name: string }): boolean {
  return entries.some(({ uses }) => uses[file]?.includes(name) || uses['*']?.includes(name))
}

function unlisted(): string[] {
  return allUses
    .filter((use) => !isListed(use))
    .map(({ file, name }) => `${file} uses ${name}, which docs/cryptography.json does not list`)
}

function unusedEntries(): string[] {
  return entries.flatMap(({ purpose, uses }) =>
    Object.entries(uses).flatMap(([file, names]) =>
      names
        .filter(
          (name) => !allUses.some((use) => use.name === name && [use.file, '*'].includes(file)),
        )
        .map((name) => `${purpose}: ${file} does not use ${name}`),
    ),
  )
}

function table(): string {
  const lines = entries.map(({ purpose, algorithm, key, replaced, uses }) => {
    const places = Object.entries(uses).map(([file, names]) => `\`${file}\`: ${names.join(', ')}`)
    return `| ${[purpose, algorithm, key, replaced, places.join('; ')].join(' | ')} |\n`
  })
  return `| purpose | algorithm | key | how it is replaced | where |\n|---|---|---|---|---|\n${lines.join('')}`
}
