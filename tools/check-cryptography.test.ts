import { deepEqual, equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-cryptography.ts', import.meta.url))

/** Returns the check's output for a tree with this file and an inventory that lists these names for it. */
function check(text: string, names: string[] = []): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-cryptography-'))
  for (const folder of ['docs', 'server']) mkdirSync(path.join(root, folder))
  const entry = { purpose: 'a purpose', algorithm: '', key: '', replaced: '' }
  const uses = names.length > 0 ? { 'server/a.ts': names } : {}
  writeFileSync(path.join(root, 'docs/cryptography.json'), JSON.stringify([{ ...entry, uses }]))
  const page = '<!-- cryptography -->\n<!-- /cryptography -->\n'
  writeFileSync(path.join(root, 'docs/cryptography.md'), page)
  writeFileSync(path.join(root, 'server/a.ts'), text)
  writeFileSync(path.join(root, 'server/a.test.ts'), "import { hash } from 'node:crypto'\n")
  const { stdout, status } = spawnSync(process.execPath, [program, '--write', '--root', root], {
    encoding: 'utf8',
  })
  rmSync(root, { recursive: true })
  const lines = stdout.trim().split('\n')
  equal(status, lines.some((line) => /use/.test(line) && !/no fault/.test(line)) ? 1 : 0)
  return lines
}

test('ASVS 11.1.3: a use of cryptography that is not in the inventory is a fault', () => {
  for (const [text, name] of [
    ["import { hash } from 'node:crypto'", 'hash'],
    ["import { hash as digest } from 'crypto'", 'hash'],
    ["import * as client from 'openid-client'", 'openid-client'],
    ["import {\n  SignJWT,\n} from 'jose'", 'SignJWT'],
    ["const { hash } = await import('node:crypto')", 'node:crypto'],
    ["import Argon2 from '@node-rs/argon2'", '@node-rs/argon2'],
    ["import { connect } from 'node:tls'", 'connect'],
    ['export const id = crypto.getRandomValues(new Uint8Array(1))', 'getRandomValues'],
  ] as const) {
    const fault = `server/a.ts uses ${name}, which docs/cryptography.json does not list`
    deepEqual(check(text), [fault])
    deepEqual(check(text, [name]), ['1 uses of cryptography, no fault'])
  }
})

test('ASVS 11.1.3: a type is not a use, and an unused entry has to be removed from the inventory', () => {
  deepEqual(check("import type { JWK } from 'jose'"), ['0 uses of cryptography, no fault'])
  deepEqual(check("import { type JWK, SignJWT } from 'jose'", ['SignJWT', 'JWK']), [
    'a purpose: server/a.ts does not use JWK',
  ])
})
