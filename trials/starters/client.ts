import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair } from 'jose'
import { demoPerson, check } from '../clients/steps.ts'
import { env, npm } from './starter.ts'

const id = 'svc-nightly'

/** Runs the example of client/README.md in an empty folder with this machine's Node. */
export async function walkClient(portal: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-client-'))
  try {
    await npm('client', 'pack', '--pack-destination', folder)
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await npm(folder, 'install', ...globSync('*.tgz', { cwd: folder }).map((name) => `./${name}`))
    await writeFile(join(folder, 'service-account-key.json'), JSON.stringify(await addAccount()))
    const readme = await readFile('client/README.md', 'utf8')
    const [, example = ''] = /^```js\n([^]*?)^```$/m.exec(readme) ?? []
    const program = `console.log(process.version)\n${example.replace('https://id.example.com', portal)}`
    await writeFile(join(folder, 'nightly.mjs'), program)
    const unknown = '01900000-0000-7000-8000-000000000001'
    const ran = await promisify(execFile)('node', ['nightly.mjs', unknown], { cwd: folder, env })
    const [version = '', ...users] = ran.stdout.trim().split('\n')
    const ada = await demoPerson()
    check(
      `the example lists ${users.length} users from an empty folder in Node ${version}`,
      users.length > 1,
    )
    check(
      'the list contains the demo user',
      users.some((line) => line.startsWith(ada)),
    )
    check(
      'the example prints the error of an unknown user',
      /There is no such user \(\S+\)/.test(ran.stderr),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Adds a service account and returns its private key. */
async function addAccount(): Promise<object> {
  const { db, transaction } = await import('#server/db.ts')
  const { addServiceAccount } = await import('#domain/service-accounts/service-account.ts')
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const facts = { kid: 'first', alg: 'ES256' }
  await transaction(db, async (tx) =>
    addServiceAccount(tx, {
      id,
      name: 'Nightly',
      scopes: ['admin:users'],
      jwks: { keys: [{ ...(await exportJWK(publicKey)), ...facts }] },
      jwksUri: null,
      expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
      allowedFrom: [],
      madeBy: 'system',
    }),
  )
  return { ...(await exportJWK(privateKey)), ...facts }
}
