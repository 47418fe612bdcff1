import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { addUser, logIn, visitor } from '#test/people.ts'

test('ST-04 each of forty concurrent callers gets their own data and IP address; callers without a session get nothing', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => addUser()))
  const browsers = await Promise.all(
    people.map((person, number) => logIn(person, { ipAddress: `198.51.100.${number}` })),
  )
  const strangers = await Promise.all(
    Array.from({ length: 40 }, async (_, number) => {
      const stranger = await visitor()
      stranger.cookies.set('portico', `${number}`.repeat(43).slice(0, 43))
      return stranger
    }),
  )
  const mixed = browsers.flatMap((browser, number) => [browser, strangers[number] ?? browser])
  const answers = await Promise.all(
    mixed.map((browser) =>
      browser.call(getMe, {}).then(
        ({ email, ipAddress }) => `${email} ${ipAddress}`,
        () => 'nobody',
      ),
    ),
  )
  deepEqual(
    answers,
    people.flatMap(({ email }, number) => [`${email} 198.51.100.${number}`, 'nobody']),
  )
})
