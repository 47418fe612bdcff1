// own process: counts failures by address
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { addUser, codeOf } from '#test/people.ts'
import { startServer, type RealServer } from '#test/servers.ts'
import { login, verifyCode } from './contract.ts'

type Attempt = { server: RealServer; ipAddress: string; email: string; password: string }

/** Returns the error code, or 0 for a success. */
async function codeOfAttempt({ server, ipAddress, email, password }: Attempt): Promise<number> {
  return outcomeOf(server.visitor(ipAddress)(login, { body: { email, password } }))
}

function outcomeOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
}

function reasonsOf(userId: string): Promise<{ reason: string }[]> {
  return rows<{ reason: string }>(db)`
    select data->>'reason' as reason from audit_log
    where action = 'login_failed' and target_id = ${userId}`
}

const servers = await Promise.all([startServer(), startServer()])
const hundred = Array.from({ length: 100 }, (_, number) => number)
const serverOf = (number: number) => servers[number % 2] as RealServer

test('LI-01 LI-05 only five of a hundred attempts at one account through two servers are checked', async () => {
  const ada = await addUser()
  const outcomes = await Promise.all(
    hundred.map((number) =>
      codeOfAttempt({
        server: serverOf(number),
        ipAddress: `203.0.113.${number}`,
        email: ada.email,
        password: `Wrong-Harbour-${number}`,
      }),
    ),
  )
  equal(outcomes.filter((code) => code === errorCodes.invalidCredentials).length, 100)
  const reasons = await reasonsOf(ada.id)
  equal(reasons.filter(({ reason }) => reason === 'password').length, 5)
  equal(reasons.filter(({ reason }) => reason === 'account locked').length, 95)
  const mails = await rows(db)`select id from mails where to_address = ${ada.email}`
  equal(mails.length, 1)
})

test('LI-01 LI-05 only ten of a hundred attempts from one IP address through two servers are checked', async () => {
  const outcomes = await Promise.all(
    hundred.map((number) =>
      codeOfAttempt({
        server: serverOf(number),
        ipAddress: '198.51.100.40',
        email: `guess${number}@quay.example`,
        password: 'Wrong-Harbour-1',
      }),
    ),
  )
  equal(outcomes.filter((code) => code === errorCodes.invalidCredentials).length, 10)
  equal(outcomes.filter((code) => code === errorCodes.addressBlocked).length, 90)
})

test('LI-05 exactly one of twenty uses of one code through two servers logs in', async () => {
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  const calls = []
  for (const number of hundred.slice(0, 20)) {
    const call = serverOf(number).visitor(`203.0.113.${100 + number}`)
    await call(login, { body: { email: ada.email, password: ada.password } })
    calls.push(call)
  }
  const outcomes = await Promise.all(
    calls.map((call) => outcomeOf(call(verifyCode, { body: { otp } }))),
  )
  equal(outcomes.filter((code) => code === 0).length, 1)
})

test('LI-05 a new server continues the counts of the others', async () => {
  const ipAddress = '198.51.100.41'
  const about = { ipAddress, email: 'nobody@quay.example', password: 'Wrong-Harbour-1' }
  for (const number of hundred.slice(0, 10)) {
    equal(
      await codeOfAttempt({ ...about, email: `n${number}@quay.example`, server: serverOf(number) }),
      errorCodes.invalidCredentials,
    )
  }
  const fresh = await startServer()
  equal(await codeOfAttempt({ ...about, server: fresh }), errorCodes.addressBlocked)
})

test('LI-01 LI-05 the limits are configurable: a higher limit checks more attempts', async () => {
  const raised = await startServer({ LIMIT_ADDRESS_FAILURES: '25', LIMIT_ACCOUNT_FAILURES: '1000' })
  const outcomes = await Promise.all(
    hundred.map((number) =>
      codeOfAttempt({
        server: raised,
        ipAddress: '198.51.100.42',
        email: `raised${number}@quay.example`,
        password: 'Wrong-Harbour-1',
      }),
    ),
  )
  equal(outcomes.filter((code) => code === errorCodes.invalidCredentials).length, 25)
})
