import fs from 'node:fs'
import path from 'node:path'

type File = { name: string; kind: string; text: string }
type Import = { from: File; to: File; line: number }

/** Checks layers, features, tables, names and sizes: the rules of CONTRIBUTING that a program can check. */

/** Files that a kind of file may import; `own/` is the folder of the same feature or starter. */
const mayImport: Record<string, RegExp> = {
  contract: /^contract\//,
  server: /^(contract|server)\//,
  web: /^(contract|web(?!\/parts))\//,
  'web/parts': /^(contract|web)\//,
  domain: /^(contract|server|domain)\//,
  'feature, server half': /^(contract|server|domain)\/|^own\/.*\.ts$/,
  'feature, screen half':
    /^(contract|web)\/|^own\/(.*\.tsx|.*\.css|(([a-z-]+-)?contract|texts\/messages)\.ts)$/,
  'feature, contract': /^contract\/|^own\/([a-z-]+-)?contract\.ts$/,
  words: /^contract\/texts?\.ts$|\/texts\/[a-z]+\.json$/,
  app: /^(contract|server|domain|app)\/|^client\/src\/service-account\.ts$|^features\/[^/]+\/[^/]+\/([a-z-]+-)?(routes|jobs|email|command|document|approvals|apply)\.ts$/,
  'app/web':
    /^(contract|web|app\/web)\/|^features\/[^/]+\/[^/]+\/(([a-z-]+-)?(page\.tsx|panel\.tsx|screen\.tsx|contract\.ts)|texts\/messages\.ts)$/,
  demo: /^(?!test\/|tools\/|trials\/(?!bench\/))/,
  test: /^/,
  'server test': /^(?!web\/(?!(ui|parts)\/texts\/))/,
  trials: /^/,
  tools: /^/,
  deploy: /^/,
  client: /^(contract|client)\//,
  /** Each starter is a separate package, installed elsewhere. */
  starters: /^own\//,
  docs: /^/,
  migrations: /^/,
  root: /^/,
}
const rootFile =
  /^(\..*|[A-Z]+\.md|LICENSE|NOTICE|Dockerfile|package(-lock)?\.json|tsconfig.*\.json|\w+\.config\.ts|compose\.yaml)$/
const forbiddenName =
  /(^|\/)(common|misc|shared|lib|type|constant)s?(?=[/.])|(^|[-/])(util|helper|service(?!-account)|manager)s?(?=[-/.])/
const maxLines = 300
const vagueType = /^(?:export )?type (About|Sent|Found|Asked|Shown|Said|Wish|Told)\b(?=[ <])/gm
const reExport = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^\n']*\sfrom\s/gm
/** Files that may write tables whose names are known only at run time. */
const writesAnyTable: Record<string, string> = {
  'server/db.ts': 'deletes the expired rows of the table that purgeOf names',
  'domain/lists/search-text.ts': 'fills the search texts of the table that fillOf names',
  'domain/keys/encrypted-columns.ts':
    'replaces ciphertexts by their re-encryption, whatever the entity',
}
/** Second writers of a table, each with the reason. */
const secondWriters: Record<string, string> = {
  'domain/platform-access/platform-access-end.ts oidc_records':
    'ends the grants of a user on one platform, in the transaction that takes the access away',
  'features/platforms/single-sign-on/token-writes.ts oidc_records':
    'uses up and issues the tokens of a call in one statement',
  'domain/sessions/end-all-sessions.ts sessions':
    'ends the sessions of all users after a restore, in batches',
  'domain/sessions/session-timeout.ts sessions':
    'restarts and ends many sessions by one statement, apart from the actions on one session',
  'domain/webhooks/webhook-delivery.ts webhook_outbox':
    'takes the events that the audit log has put there',
  ...Object.fromEntries(
    ['users', 'admins', 'passwords', 'invitations', 'one_time_links', 'audit_log'].map((table) => [
      `demo/past.ts ${table}`,
      'writes the past of the demo, which the product would date now',
    ]),
  ),
}
const skippedFolder = /^(\..*|node_modules|dist|test-results|playwright-report)$/
const anImport =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm
/** The comment of a test that writes tables itself; other tests use test/support/rows.ts. */
const ownSql = /^\/\/ writes SQL: \S.*/m
const dynamicWrite = /\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+(?:only\s+)?\$\{/gi
const tableWrite =
  /\b(?:(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_][\w.]*)|update\s+(?:only\s+)?"?([a-z_][\w.]*)"?(?:\s+(?:as\s+)?[a-z_]\w*)?\s+set\b|purgeOf\(\s*'(\w+)')/gi
const root = path.resolve(process.argv[2] ?? '.')
const faults: string[] = []
const files = new Map(filesBelow('').map((name) => [name, fileOf(name)]))
const imports = [...files.values()].flatMap(importsOf)

for (const file of files.values()) checkFile(file)
for (const each of imports) checkImport(each)
checkPrograms()
checkCycles()
checkWriters()
checkTests()
checkNumbers('migrations')
checkNumbers('docs/decisions')
console.log(faults.join('\n') || `${files.size} files, ${imports.length} imports, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolder.test(entry.name) ? [] : filesBelow(name)
    return [name]
  })
}

function fileOf(name: string): File {
  const isRead = /\.(tsx?|m?js|jsx|css|sql)$/.test(name)
  const text = isRead ? fs.readFileSync(path.join(root, name), 'utf8') : ''
  return { name, kind: kindOf(name), text }
}

function kindOf(name: string): string {
  const folder = name.includes('/') ? name.slice(0, name.indexOf('/')) : 'root'
  if (/\.(test|trial)\.tsx?$/.test(name)) {
    return /^(web|app\/web|test|trials|tools)\//.test(name) ? 'test' : 'server test'
  }
  if (name.endsWith('/texts/messages.ts')) return 'words'
  if (name.startsWith('app/web/')) return 'app/web'
  if (name.startsWith('web/parts/')) return 'web/parts'
  if (folder !== 'features') return folder
  if (name.endsWith('contract.ts')) return 'feature, contract'
  return name.endsWith('.ts') ? 'feature, server half' : 'feature, screen half'
}

function importsOf(from: File): Import[] {
  if (!/\.(tsx?|m?js|jsx)$/.test(from.name)) return []
  const text = withoutComments(from.text)
  return [...text.matchAll(anImport)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? ''
    const line = lineAt(text, match.index + match[0].length)
    const beside = path.posix.join(path.posix.dirname(from.name), target)
    const isParser = from.name === 'contract/texts.ts' && target === '@messageformat/parser'
    if (from.kind === 'contract' && !isParser && !/^([.#]|zod\/mini$)/.test(target)) {
      faults.push(`${from.name}:${line} contract may import zod/mini and itself, not ${target}`)
    }
    const to = files.get(target.startsWith('#') ? pathOfAlias(target) : beside)
    return to && /^[.#]/.test(target) ? [{ from, to, line }] : []
  })
}

/** Resolves the `imports` of package.json: only `#test/` maps to a folder with another name. */
function pathOfAlias(target: string): string {
  return target.replace(/^#(test\/)?/, (_, test?: string) => (test ? 'test/support/' : ''))
}

function checkFile({ name, kind, text }: File): void {
  if (!mayImport[kind] || (kind === 'root' && !rootFile.test(name))) {
    faults.push(`${name}:1 is in no known folder`)
  }
  if (name.startsWith('features/') && name.replace('/texts/', '/').split('/').length !== 4) {
    faults.push(`${name}:1 a feature is features/<area>/<use case>, with texts/ as its only folder`)
  }
  if (forbiddenName.test(`${name}.`)) faults.push(`${name}:1 has a name without meaning`)

  const mayBeLong =
    /\/texts\/messages\.ts$|^trials\/mutants\//.test(name) ||
    kind === 'migrations' ||
    /^\W*generated by/i.test(text)
  if (!mayBeLong && text.trimEnd().split('\n').length > maxLines) {
    faults.push(`${name}:${maxLines + 1} is longer than ${maxLines} lines`)
  }
  if (!/\.tsx?$/.test(name)) return
  for (const { index, 1: type } of text.matchAll(vagueType)) {
    faults.push(`${name}:${lineAt(text, index)} type ${type}: name it after what it holds`)
  }
  for (const { index } of text.matchAll(reExport)) {
    faults.push(`${name}:${lineAt(text, index)} re-exports: import it from where it is declared`)
  }
}

function checkImport({ from, to, line }: Import): void {
  const ownFolder = from.name.match(/^(?:features\/[^/]+|starters)\/[^/]+\//)?.[0]
  const isOwn = ownFolder !== undefined && to.name.startsWith(ownFolder)
  const target = isOwn ? to.name.replace(ownFolder, 'own/') : to.name
  const isAllowed = mayImport[from.kind]?.test(target)
  if (!isAllowed) faults.push(`${from.name}:${line} ${from.kind} may not import ${to.name}`)
}

/**
 * Checks that the programs of test/capabilities/, and files that they import, know the product only by its contracts.
 */
function checkPrograms(): void {
  const allowed =
    /^(contract|test\/support|test\/capabilities)\/|^features\/[^/]+\/[^/]+\/([a-z-]+-)?contract\.ts$/
  const programs = [...files.values()].filter(({ name }) => name.startsWith('test/capabilities/'))
  const reached = new Set(programs)
  // Also visits the files that the loop adds to the set.
  for (const file of reached)
    for (const { to, line } of imports.filter(({ from }) => from === file)) {
      if (allowed.test(to.name)) reached.add(to)
      else
        faults.push(
          `${file.name}:${line} is imported by a capability: it may not import ${to.name}`,
        )
    }
}

function checkCycles(): void {
  const done = new Set<File>()
  const visit = (file: File, trail: File[]): void => {
    for (const { to, line } of imports.filter(({ from }) => from === file)) {
      if (trail.includes(to)) {
        const cycle = [...trail.slice(trail.indexOf(to)), to].map(({ name }) => name).join(' → ')
        faults.push(`${file.name}:${line} import cycle: ${cycle}`)
      } else if (!done.has(to)) visit(to, [...trail, to])
    }
    done.add(file)
  }
  for (const file of files.values()) if (!done.has(file)) visit(file, [file])
}

function checkWriters(): void {
  const writers = new Map<string, File>()
  for (const file of files.values()) {
    if (!/^(server|domain|app|feature, server half)$/.test(file.kind)) continue
    const text = withoutComments(file.text).replaceAll(/\$\{raw\('(\w+)'\)\}/g, '$1')
    for (const { index } of writesAnyTable[file.name] ? [] : text.matchAll(dynamicWrite)) {
      faults.push(`${file.name}:${lineAt(text, index)} writes a table that it does not name`)
    }
    for (const match of text.matchAll(tableWrite)) {
      const table = match[1] ?? match[2] ?? match[3] ?? ''
      if (secondWriters[`${file.name} ${table}`]) continue
      const writer = writers.get(table) ?? file
      writers.set(table, writer)
      const place = `${file.name}:${lineAt(text, match.index)}`
      if (writer !== file) faults.push(`${place} only ${writer.name} writes ${table}`)
    }
  }
}

/**
 * Checks that tests write tables through test/support/rows.ts, so that a new column affects only tests that are about
 * it. The programs of test/capabilities write SQL, because they import nothing of the product, unlike rows.ts.
 */
function checkTests(): void {
  const migrations = [...files.values()].filter(({ kind }) => kind === 'migrations')
  const created = migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gim)])
  const tables = new Set(created.map(([, table]) => table))
  for (const { name, text } of files.values()) {
    const isJourney = /^(test\/e2e|trials\/journeys)\//.test(name)
    const isTest = isJourney || /\.(test|trial)\.ts$/.test(name)
    if (!isTest || name.startsWith('test/capabilities/')) continue
    const writes = [...withoutComments(text).matchAll(tableWrite)]
    const first = writes.find((match) => tables.has(match[1] ?? match[2] ?? match[3] ?? ''))
    const isMarked = ownSql.test(text)
    if (first && !isMarked) {
      const [write] = first[0].split('\n')
      faults.push(`${name}:${lineAt(text, first.index)} ${write}: write it by test/support/rows.ts`)
    }
    if (!first && isMarked) faults.push(`${name}:1 writes no SQL: delete the comment that says so`)
  }
}

/** Checks that no two files of a folder have the same number, because they are referred to by number. */
function checkNumbers(folder: string): void {
  const first = new Map<string, string>()
  for (const name of [...files.keys()].filter((each) => each.startsWith(`${folder}/`)).toSorted()) {
    const number = /^\d{4}(?=-|_)/.exec(path.posix.basename(name))?.[0]
    if (number === undefined) continue
    if (first.has(number)) faults.push(`${name}:1 has the number of ${first.get(number)}`)
    else first.set(number, name)
  }
}

/** Replaces comments by blanks, so that lines keep their numbers. */
function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\*[^]*?\*\/|\/\/.*)/gm, (comment) => comment.replace(/[^\n]/g, ' '))
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
