import { deepEqual, equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-codes.ts', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'portico-codes-'))

after(() => rmSync(root, { recursive: true }))

test('the page of errors names each code with the endpoints that declare it', () => {
  plant('{ notFound: 404001, wrongCode: 401203 }', '{ wrongCode: 401203 }')

  equal(check('--write').status, 0)

  const page = readFileSync(path.join(root, 'docs/errors.md'), 'utf8')
  match(page, /\| 401203 \| 401 Unauthorized \| wrongCode \| `POST \/login` \|/)
  match(page, /\| 404001 \| 404 Not Found \| notFound \| every endpoint \|/)
  equal(check().output, '2 codes, 1 endpoints, no fault')
})

test('a page that lacks a code is out of date', () => {
  plant('{ notFound: 404001 }', '{}')
  check('--write')
  plant('{ notFound: 404001, wrongCode: 401203 }', '{}')

  deepEqual(check(), {
    status: 1,
    output: 'docs/errors.md is out of date: run npm run codes',
  })
})

test('a code with two names, one without an HTTP status and an undeclared one are faults', () => {
  plant('{ notFound: 404001, lost: 404001, odd: 200001, gone: 499001 }', '{ typo: 400999 }')

  deepEqual(check('--write'), {
    status: 1,
    output: [
      'contract/refusal.ts: lost and notFound have one code, 404001',
      'contract/refusal.ts: odd: 200001 does not begin with an HTTP error status',
      'contract/refusal.ts: gone: 499001 does not begin with an HTTP error status',
      'features/account/sign-in/contract.ts: POST /login: typo is 400999, which is not declared in contract/refusal.ts',
    ].join('\n'),
  })
})

function plant(all: string, refusals: string): void {
  mkdirSync(path.join(root, 'contract'), { recursive: true })
  mkdirSync(path.join(root, 'features/account/sign-in'), { recursive: true })
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    path.join(root, 'contract/refusal.ts'),
    `export const errorCodes = ${all}\nexport const commonErrors = { notFound: errorCodes.notFound }`,
  )
  writeFileSync(
    path.join(root, 'features/account/sign-in/contract.ts'),
    `export const logIn = { method: 'POST', path: '/login', refusals: ${refusals} }`,
  )
}

function check(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [program, root, ...words], {
    encoding: 'utf8',
  })
  return { status, output: stdout.trim() }
}
