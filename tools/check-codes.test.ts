import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-codes.ts', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'portico-codes-'))

after(() => rmSync(root, { recursive: true }))

test('the page of errors lists each code with the endpoints that declare it', () => {
  plant('{ notFound: 404001, wrongCode: 401203 }', '{ wrongCode: 401203 }')

  equal(check('--write').status, 0)

  const page = readFileSync(path.join(root, 'docs/errors.md'), 'utf8')
  match(page, /\| 401203 \| 401 Unauthorized \| wrongCode \| `POST \/login` \|/)
  match(page, /\| 404001 \| 404 Not Found \| notFound \| every endpoint \|/)
  equal(check().output, '2 codes, 1 endpoints, no fault')
})

test('the page of errors lists each screen’s message, the remedy and the journey', () => {
  plant('{ notFound: 404001, wrongCode: 401203 }', '{ wrongCode: 401203 }')
  check('--write')

  const page = readFileSync(path.join(root, 'docs/errors.md'), 'utf8')
  const own = '`features/account/sign-in/page.tsx` | Wrong<br>خطأ<br>Faux<br>Malo<br>错误'
  const place = '`test/e2e/errors.spec.ts`'
  ok(page.includes(`| 401203 wrongCode | ${own} | correct input |  | no | ${place} |`), page)
  const shared = 'Gone<br>راح<br>Parti<br>Fue<br>没了'
  ok(page.includes(`| 404001 notFound | every screen | ${shared} | go back |  | no | ${place} |`))
})

test('an error that no journey reaches, and a screen without a message for an error, are faults', () => {
  plant('{ notFound: 404001, wrongCode: 401203, late: 401202 }', '{ late: 401202 }')

  deepEqual(check('--write'), {
    status: 1,
    output: [
      'features/account/sign-in/page.tsx: no words for 401202 late',
      'contract/remedies.ts: 401202 late: the title of a journey has to name it',
    ].join('\n'),
  })
})

test('a page without a declared code is out of date', () => {
  plant('{ notFound: 404001 }', '{}')
  check('--write')
  plant('{ notFound: 404001, wrongCode: 401203 }', '{}')

  deepEqual(check(), {
    status: 1,
    output: 'docs/errors.md is out of date: run npm run generate -- codes',
  })
})

test('a code with two names, a code without an HTTP status and an undeclared code are faults', () => {
  plant('{ notFound: 404001, lost: 404001, odd: 200001, gone: 499001 }', '{ typo: 400999 }')

  const { status, output } = check('--write')
  equal(status, 1)
  for (const fault of [
    'contract/refusal.ts: lost and notFound have one code, 404001',
    'contract/refusal.ts: odd: 200001 does not begin with an HTTP error status',
    'contract/refusal.ts: gone: 499001 does not begin with an HTTP error status',
    'features/account/sign-in/contract.ts: POST /login: typo is 400999, which is not declared in contract/refusal.ts',
  ]) {
    ok(output.split('\n').includes(fault), output)
  }
})

const five = (en: string, ar: string, fr: string, es: string, zh: string) =>
  JSON.stringify({ en, ar, fr, es, zh })

/** The files of one text in five languages. */
const words = (folder: string, group: string, key: string, texts: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(texts) as Record<string, string>).map(([locale, text]) => [
      `${folder}/texts/${locale}.json`,
      JSON.stringify({ [group]: { [key]: text } }),
    ]),
  )

function plant(all: string, refusals: string): void {
  const gone = words(
    'web/ui',
    'fieldMessages',
    'notFound',
    five('Gone', 'راح', 'Parti', 'Fue', '没了'),
  )
  const wrong = words(
    'features/account/sign-in',
    'messages',
    'wrongCode',
    five('Wrong', 'خطأ', 'Faux', 'Malo', '错误'),
  )
  const screen = `import { logIn } from './contract.ts'\nimport { messages } from './texts/messages.ts'\nuseMessages(messages)`
  const known = { notFound: 'go back', wrongCode: 'correct input', late: 'log in' }
  for (const [file, text] of Object.entries({
    'package.json': '{ "type": "module" }',
    'contract/refusal.ts': `export const errorCodes = ${all}
      export const commonErrors = { notFound: errorCodes.notFound }`,
    'contract/remedies.ts': `import { errorCodes } from './refusal.ts'
      const known = ${JSON.stringify(known)}
      export const remedies = Object.fromEntries(
        Object.keys(errorCodes).map((name) => [name, known[name] ?? 'log in']))
      export const canRetry = () => false
      export const isForSupport = () => false`,
    ...gone,
    ...wrong,
    'features/account/sign-in/page.tsx': screen,
    'features/account/sign-in/contract.ts': `export const logIn = { method: 'POST', path: '/login', refusals: ${refusals} }`,
    'test/e2e/errors.spec.ts': `test('404001 401203 both are read', () => undefined)`,
  })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
}

function check(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [program, root, ...words], {
    encoding: 'utf8',
  })
  return { status, output: stdout.trim() }
}
