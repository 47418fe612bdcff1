import { equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { config } from './config.ts'
import { addressesIn, connectionOptions } from './primary-host.ts'

const here = new URL(config.databaseUrl)
const socket = encodeURIComponent(here.searchParams.get('host') ?? here.hostname)

const at = (hosts: string) => `postgres://portico_server@${hosts}${here.pathname}`

async function nameOfDatabase(url: string): Promise<string> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select current_database() as name')
    return rows[0].name
  } finally {
    await client.end()
  }
}

test('connectionOptions connects to the host that accepts writes, at any position of the list', async () => {
  const primary = `${socket}:${here.port}`
  for (const hosts of [`${primary},127.0.0.1:1`, `127.0.0.1:1,${primary}`, `%2Fnowhere,${primary}`])
    equal(await nameOfDatabase(at(hosts)), here.pathname.slice(1))
})

test('connecting throws if no host accepts writes', async () => {
  await rejects(nameOfDatabase(at('127.0.0.1:1,127.0.0.1:2')), /none of the database addresses/)
})

test('addressesIn returns one address per host of a URL', () => {
  const both = addressesIn('postgres://portico:a%2Cb@one:5432,[::1]:5433/name?sslmode=require')
  equal(both.length, 2)
  match(both[0] ?? '', /^postgres:\/\/portico:a%2Cb@one:5432\/name\?sslmode=require$/)
  match(both[1] ?? '', /@\[::1\]:5433\/name\?sslmode=require$/)
  for (const wrong of ['', 'mysql://one/name', 'postgres://one:5432,two:many/name'])
    equal(addressesIn(wrong).length, 0, wrong)
})

test('a certificate is accepted only for the hosts in the URL', () => {
  const url = 'postgres://portico@one.example:5432,two.example/name?sslmode=verify-full'
  const { ssl, connectionString } = connectionOptions(url)
  const check = (ssl as { checkServerIdentity: Function }).checkServerIdentity
  equal(check('one.example', certificate('two.example')), undefined)
  match(String(check('one.example', certificate('evil.example'))), /does not match/)
  equal(connectionString.includes('ssl'), false)
})

function certificate(name: string) {
  return { subject: { CN: name }, subjectaltname: `DNS:${name}` }
}
