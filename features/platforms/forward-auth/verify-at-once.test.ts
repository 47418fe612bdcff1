import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { theServer } from '#test/browser.ts'
import { enterProxied, newProxied, pairOf } from '#test/proxied.ts'
import { statementsOf } from '#test/statements.ts'

const [orders, invoices] = [await newProxied(), await newProxied()]

type Verification = { platform: string; cookie: string; address: string }

async function verify({ platform, cookie, address }: Verification) {
  const headers = { cookie, 'x-forwarded-for': address }
  const url = `/forward-auth/verify?subsystem=${platform}`
  return (await theServer()).inject({ url, headers, remoteAddress: '127.0.0.1' })
}

test('64 concurrent requests are verified by one statement, and an invalid one does not fail the others', async () => {
  const sessions = await Promise.all(
    [1, 2, 3, 4].map(async (last) => {
      const [address, platform] = [`203.0.113.${70 + last}`, last % 2 ? orders : invoices]
      const { ada, ...pair } = await pairOf(address, platform)
      await enterProxied(pair, platform)
      const [pairOfCookie] = [...pair.there.cookies].filter(([name]) => name === 'portico-entry')
      return { ada, platform: platform.id, cookie: pairOfCookie?.join('=') ?? '', address }
    }),
  )
  const [own] = sessions
  ok(own)
  const invalidChanges: [Partial<Verification>, number][] = [
    ...['%00', '%ff', '%ed%a0%80', '\u00ff', "' or true --", 'x'.repeat(12_000)].map(
      (value): [Partial<Verification>, number] => [{ cookie: `portico-entry=${value}` }, 401],
    ),
    ...['', '%ff', '%ed%a0%80', '%5c', '%27', 'ORDERS', '%EF%BC%87', 'a'.repeat(1_000)].map(
      (platform): [Partial<Verification>, number] => [{ platform }, 404],
    ),
    [{ platform: '%00' }, 400],
    [{ platform: 'unknown-platform' }, 404],
    // A company without rules allows an address that does not parse.
    ...['', 'nowhere', '999.1.1.1', 'x'.repeat(5_000), '{"', '\u00ff', '::1%eth0'].map(
      (address): [Partial<Verification>, number] => [{ address }, 200],
    ),
  ]
  const requests = Array.from({ length: 64 }, (_, at) => {
    const valid = sessions[at % sessions.length] ?? own
    const [change, expected] = (at % 2 === 1 && invalidChanges[(at - 1) / 2]) || [{}, 200]
    return { ...valid, ...change, expected }
  })

  let answers: Awaited<ReturnType<typeof verify>>[] = []
  const statements = await statementsOf(async () => {
    answers = await Promise.all(requests.map(verify))
  })

  deepEqual(
    answers.map(({ statusCode }) => statusCode),
    requests.map(({ expected }) => expected),
  )
  for (const [at, { expected, ada, platform }] of requests.entries()) {
    if (expected !== 200) continue
    const identity = String(answers[at]?.headers['x-portico-identity'])
    const { sub, aud } = decodeJwt(identity)
    deepEqual([sub, aud], [ada.id, platform])
  }
  equal(statements.filter(isBatch).length, 1)
})

test('a request with a malformed platform id is not part of that statement', async () => {
  const request = { cookie: 'portico-entry=x', address: '203.0.113.79' }
  for (const platform of ['', 'a%20b', '%ff', '%27', '{}', 'a'.repeat(65)]) {
    const statements = await statementsOf(() => verify({ ...request, platform }))
    deepEqual(statements.filter(isBatch), [], platform)
  }
})

function isBatch(statement: string): boolean {
  return statement.includes('from unnest(')
}
