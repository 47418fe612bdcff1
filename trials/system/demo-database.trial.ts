import { equal, match, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { access, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Client, type QueryResultRow } from 'pg'
import { DatabaseInUse, forgetDatabase, startDatabase } from '../../demo/database.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'portico database-'))
const data = path.join(folder, 'database', 'data')

after(async () => {
  await forgetDatabase(folder)
  await rm(folder, { recursive: true })
})

test('rows that the owner wrote exist after a restart', async () => {
  const first = await startDatabase({ folder, durable: false })
  await ask(first.ownerUrl, 'create table notes (words text)')
  await ask(first.ownerUrl, "insert into notes values ('Zoë, 中国')")
  await first.stop()

  const second = await startDatabase({ folder, durable: false })
  const rows = await ask(second.ownerUrl, "select words from notes where words % 'zoë'")
  await second.stop()

  equal(rows[0]?.words, 'Zoë, 中国')
})

test('the server’s role cannot create tables or databases', async () => {
  const database = await startDatabase({ folder, durable: false })

  await rejects(ask(database.serverUrl, 'create table mine (id int)'), /permission denied/)
  await rejects(
    ask(database.serverUrl, 'create temporary table mine (id int)'),
    /permission denied/,
  )
  await rejects(ask(database.serverUrl, 'create database mine'), /permission denied/)

  await database.stop()
})

test('a second program is refused for a folder in use, and cannot delete its database', async () => {
  const database = await startDatabase({ folder, durable: false })

  await rejects(startDatabase({ folder }), DatabaseInUse)
  await rejects(forgetDatabase(folder), DatabaseInUse)
  await ask(database.serverUrl, 'select 1')

  await database.stop()
})

test('a start after the postmaster was killed recovers committed rows', async () => {
  const first = await startDatabase({ folder })
  await ask(first.ownerUrl, 'create table kept (id int)')
  await ask(first.ownerUrl, 'insert into kept values (7)')
  process.kill(await postmaster(), 'SIGKILL')

  const second = await startDatabase({ folder })
  const rows = await ask(second.ownerUrl, 'select id from kept')
  await second.stop()
  await first.stop()

  equal(rows[0]?.id, 7)
})

test('a start adopts the database that a killed program left running', async () => {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', starter])
  await new Promise((resolve) => program.stdout.once('data', resolve))
  const orphan = await postmaster()
  program.kill('SIGKILL')

  const database = await startDatabase({ folder })
  const running = await postmaster()
  await database.stop()

  equal(running, orphan)
  await rejects(readFile(path.join(data, 'postmaster.pid')), /ENOENT/)
})

test('a start works when another program has the process id of a killed postmaster', async () => {
  const first = await startDatabase({ folder })
  process.kill(await postmaster(), 'SIGKILL')
  const lock = await readFile(path.join(data, 'postmaster.pid'), 'utf8')
  await writeFile(path.join(data, 'postmaster.pid'), lock.replace(/^\d+/, `${process.pid}`))

  const second = await startDatabase({ folder })
  await ask(second.serverUrl, 'select 1')
  await second.stop()
  await first.stop()
})

test('a broken folder fails with one sentence, followed by PostgreSQL’s output', async () => {
  const version = path.join(data, 'PG_VERSION')
  const control = path.join(data, 'global', 'pg_control')
  await cp(control, `${folder}/pg_control`)

  await rm(version)
  await rejects(startDatabase({ folder }), isOneSentence)
  await writeFile(version, '15\n')
  await rejects(startDatabase({ folder }), isOneSentence)
  await writeFile(version, '18\n')
  await truncate(control, 100)
  await rejects(startDatabase({ folder }), isOneSentence)

  await writeFile(control, await readFile(`${folder}/pg_control`))
  const database = await startDatabase({ folder })
  await database.stop()
})

test('a deleted database starts empty', async () => {
  await forgetDatabase(folder)
  await rejects(access(data))

  const database = await startDatabase({ folder, durable: false })
  await rejects(ask(database.ownerUrl, 'select id from kept'), /does not exist/)
  await database.stop()
})

const starter = `
  import { startDatabase } from ${JSON.stringify(new URL('../../demo/database.ts', import.meta.url).href)}
  await startDatabase({ folder: ${JSON.stringify(folder)} })
  console.log('started')`

async function postmaster(): Promise<number> {
  return Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function ask(connectionString: string, words: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const answer = await client.query(words).finally(() => client.end())
  return answer.rows
}

function isOneSentence(error: Error): boolean {
  const [sentence, next, ...said] = error.message.split('\n')
  equal(
    sentence,
    `The database in ${folder} cannot start: ` +
      '`npm run portico -- demo:reset` deletes it, and the next start creates a new one.',
  )
  equal(next, 'PostgreSQL said:')
  match(said.join('\n'), /\w/)
  return true
}
