import { deepEqual, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { machineScopeNames } from '#contract/machine.ts'
import { theServer } from '#test/browser.ts'
import { addUser } from '#test/people.ts'
import { platformFetch } from '#test/platform-client.ts'
import { addService } from '#test/service-accounts.ts'
import { algorithmsOf, readKeys, type PublicKey } from '#web/public-keys.ts'
import { tokenExample } from '../features/admin/service-accounts/token-example-contract.ts'

type Fetch = typeof platformFetch
const portal = 'http://localhost:8080'
const AsyncFunction = (async () => undefined).constructor as unknown as (
  ...code: string[]
) => (...values: unknown[]) => Promise<void>
await theServer()
// The sample lists users.
await addUser()

test('P30 the documentation of service accounts names each scope', async () => {
  const page = await readFile('docs/service-accounts.md', 'utf8')
  const named = [...page.matchAll(/^\| `(admin:[\w.]+)` \|/gm)].map(([, scope]) => scope)
  deepEqual(named.toSorted(), machineScopeNames.toSorted())
})

test('the sample on a service account’s page gets a token and makes a call', async () => {
  const { id, key } = await addService()
  const { alg, kid } = key
  const jwk = await exportJWK(key.privateKey)
  await runSample(id, { alg, kid }, jwk)
  // The page does not know the algorithm or the key id of a key that is published by URL.
  await runSample(id, undefined, { ...jwk, alg, kid })
  await runSample(id, undefined, jwk)
})

test('the sample on the page works with each kind of key that the page accepts', async () => {
  for (const alg of ['RS256', 'EdDSA', 'ES256']) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const bare = (await exportJWK(publicKey)) as PublicKey
    const read = await readKeys(JSON.stringify(bare), [])
    ok('keys' in read && read.keys[0]?.kid !== undefined && read.keys[0].alg === undefined)
    for (const jwk of [...read.keys, { ...bare, kid: 'it\'s "$5" \\ `!' }, bare]) {
      const { id } = await addService({ jwks: { keys: [jwk as JWK] } })
      const key = { alg: algorithmsOf(jwk)[0], kid: jwk.kid }
      await runSample(id, key, await exportJWK(privateKey))
    }
  }
})

/** Runs the sample of the page like Node with input from a shell. */
async function runSample(
  id: string,
  key: { alg: string; kid: string | undefined } | undefined,
  jwk: JWK,
): Promise<void> {
  const facts = { id, issuer: `${portal}/oidc`, api: `${portal}/api`, key }
  const text = tokenExample({ ...facts, scopes: ['admin:users.read', 'admin:audit.read'] })
  const [, program = ''] = /-e "\n([^"$`]*)"$/.exec(text) ?? []
  const lines = program.split('\n').filter((line) => !line.startsWith('import '))
  const output: unknown[] = []
  const environment = {
    readFile: () => Promise.resolve(JSON.stringify(jwk)),
    importJWK,
    SignJWT,
    fetch: (url: string, sent: Parameters<Fetch>[1]) =>
      platformFetch(url.replace(portal, ''), sent),
    console: { log: (answer: unknown) => output.push(answer) },
  }
  const execute = AsyncFunction(...Object.keys(environment), lines.join('\n'))
  await execute(...Object.values(environment))
  ok(Array.isArray(output[0]) && output[0].length > 0)
}
