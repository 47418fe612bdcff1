import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { readDatabaseClock } from '#server/database-clock.ts'
import { db } from '#server/db.ts'
import { withClockAhead } from '#test/clock.ts'
import { createChallenge, requireHumanCheck } from './human-check.ts'

let count = 0

/** Checks an answer, each time from another IP address so that no rate limit is reached. Returns true if accepted. */
function isAccepted(visitor: string, answer: string): Promise<boolean> {
  count += 1
  const origin = { ipAddress: `198.51.100.${count}`, userAgent: '', requestId: '' }
  return requireHumanCheck(db, { origin, visitor, answer }, async () => undefined).then(
    () => true,
    () => false,
  )
}

async function answerOf(visitor: string): Promise<string> {
  const challenge = await createChallenge(visitor)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

test('S1: an answer to a human check is accepted once, also with concurrent requests', async () => {
  const answer = await answerOf('ada')
  const uses = Array.from({ length: 10 }, () => isAccepted('ada', answer))
  equal((await Promise.all(uses)).filter(Boolean).length, 1)
  equal(await isAccepted('ada', answer), false)
})

test('S1: an answer to a human check is accepted only from the visitor who got the challenge', async () => {
  const answer = await answerOf('ada')
  equal(await isAccepted('eve', answer), false)
  equal(await isAccepted('ada', answer), true)
})

test('S1: a human check with a modified challenge, a wrong solution or a foreign signature is refused', async () => {
  const { challenge, solution } = JSON.parse(
    Buffer.from(await answerOf('ada'), 'base64').toString(),
  )
  const wrongAnswers = [
    { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
    { challenge: { ...challenge, signature: 'x'.repeat(64) }, solution },
    {
      challenge: {
        ...challenge,
        parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 },
      },
      solution,
    },
  ]
  for (const each of wrongAnswers) {
    const text = Buffer.from(JSON.stringify(each)).toString('base64')
    equal(await isAccepted('ada', text), false, JSON.stringify(each))
  }
  for (const text of ['', 'x', 'e30=']) equal(await isAccepted('ada', text), false)
})

test('3S13: a human check expires by the clock of the database, whatever the clock of the server says', async (t) => {
  await readDatabaseClock(db)
  equal(await isAccepted('ada', await withClockAhead(-180, () => answerOf('ada'))), true)
  const ahead = await withClockAhead(180, () => createChallenge('ada'))
  ok(Number(ahead.parameters.expiresAt) < Date.now() / 1000 + 601)

  const now = performance.now.bind(performance)
  const elevenMinutesAgo = t.mock.method(performance, 'now', () => now() - 11 * 60_000)
  const expired = await answerOf('ada')
  elevenMinutesAgo.mock.restore()
  equal(await withClockAhead(-180, () => isAccepted('ada', expired)), false)
})
