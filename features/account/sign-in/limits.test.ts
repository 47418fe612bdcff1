import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { wrong, enterPassword } from '#test/logins.ts'
import { addUser, codeOf, refusedWith, visitor } from '#test/people.ts'
import { backdateCounts } from '#test/time.ts'
import { verifyCode } from './contract.ts'

function blocksOf(ipAddress: string): Promise<{ data: object }[]> {
  return rows<{ data: object }>(db)`
    select data from audit_log where action = 'address_blocked' and ip_address = ${ipAddress}`
}

test('LI-01 ER-04 after ten failures an IP address is blocked for ten minutes, for every account', async () => {
  const ipAddress = '198.51.100.10'
  const stranger = await visitor({ ipAddress })
  for (let count = 0; count < 10; count += 1) {
    const email = `nobody${count}@quay.example`
    await refusedWith(errorCodes.invalidCredentials, enterPassword(stranger, { email }))
  }
  const ada = await addUser()
  const refusal = await refusedWith(errorCodes.addressBlocked, enterPassword(stranger, ada))
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await refusedWith(errorCodes.addressBlocked, enterPassword(await visitor({ ipAddress }), ada))
  await enterPassword(await visitor({ ipAddress: '198.51.100.11' }), ada)
  deepEqual(await blocksOf(ipAddress), [{ data: { limit: 'addressFailures', minutes: 10 } }])

  await backdateCounts(ipAddress, '9 minutes 55 seconds')
  await refusedWith(errorCodes.addressBlocked, enterPassword(stranger, ada))
  await backdateCounts(ipAddress, '5 seconds')
  await enterPassword(stranger, ada)
})

const from = (network: string, subnet: number) =>
  visitor({ ipAddress: `2001:db8:${network}:${subnet.toString(16)}::1` })

test('X20: fifty failures from different /64 of one IPv6 /48 block that /48 once, and no other', async () => {
  for (let subnet = 0; subnet < 50; subnet += 1) {
    const wrongLogin = enterPassword(await from('20', subnet), {
      email: `nobody${subnet}@x20.example`,
    })
    await refusedWith(errorCodes.invalidCredentials, wrongLogin)
  }
  const ada = await addUser()
  const refusal = await refusedWith(
    errorCodes.addressBlocked,
    enterPassword(await from('20', 99), ada),
  )
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await enterPassword(await from('21', 1), ada)
  const blocks = await rows(db)`
    select from audit_log where action = 'address_blocked' and ip_address like '2001:db8:20:%'`
  equal(blocks.length, 1)
  // Attempts from the blocked /48 are not counted for its /64.
  const own = await rows(db)`
    select from rate_limits where key = '2001:db8:20:63::/64' and counted <> '{}'`
  equal(own.length, 0)
})

test('P28: logins with a used code are rejected but do not block the IP address', async () => {
  const ipAddress = '198.51.100.115'
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  const first = await visitor({ ipAddress })
  await enterPassword(first, ada)
  await first.call(verifyCode, { body: { otp } })
  for (let count = 0; count < 12; count += 1) {
    const stranger = await visitor({ ipAddress })
    await enterPassword(stranger, ada)
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, { body: { otp } }))
  }
  deepEqual(await blocksOf(ipAddress), [])
  await enterPassword(await visitor({ ipAddress }), await addUser())
})

test('LI-01 the response has a Retry-After header', async () => {
  const stranger = await visitor({ ipAddress: '198.51.100.12' })
  for (let count = 0; count < 10; count += 1) {
    await enterPassword(stranger, { email: `noone${count}@quay.example` }).catch(() => undefined)
  }
  const { headers } = await stranger.fetch('/api/csrf')
  const answer = await stranger.fetch('/api/users/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': headers.get('x-csrf-token') ?? '',
    },
    body: JSON.stringify({ email: 'ada@quay.example', password: wrong }),
  })
  equal(answer.status, 429)
  match(answer.headers.get('retry-after') ?? '', /^(59\d|600)$/)
})

test('LI-01 all addresses of one IPv6 /64 count as one address, and a neighboring /64 as another', async () => {
  for (let count = 0; count < 10; count += 1) {
    const stranger = await visitor({ ipAddress: `2001:db8:5:6::${count + 1}` })
    await refusedWith(
      errorCodes.invalidCredentials,
      enterPassword(stranger, { email: 'no@quay.example' }),
    )
  }
  const ada = await addUser()
  const same = await visitor({ ipAddress: '2001:db8:5:6:ffff::1' })
  await refusedWith(errorCodes.addressBlocked, enterPassword(same, ada))
  await enterPassword(await visitor({ ipAddress: '2001:db8:5:7::1' }), ada)
})

test('LI-01 right passwords never count against the IP address', async () => {
  const ada = await addUser()
  const laptop = await visitor({ ipAddress: '198.51.100.13' })
  for (let count = 0; count < 15; count += 1) await enterPassword(laptop, ada)
})

test('LI-01 only ten of a hundred concurrent attempts from one IP address are checked', async () => {
  const ipAddress = '198.51.100.14'
  const browsers = await Promise.all(Array.from({ length: 100 }, () => visitor({ ipAddress })))
  const answers = await Promise.allSettled(
    browsers.map((browser, count) =>
      enterPassword(browser, { email: `guess${count}@quay.example` }),
    ),
  )
  const codes = answers.map((answer) => (answer as { reason: { code: number } }).reason.code)
  equal(codes.filter((code) => code === errorCodes.invalidCredentials).length, 10)
  equal(codes.filter((code) => code === errorCodes.addressBlocked).length, 90)
  equal((await blocksOf(ipAddress)).length, 1)
})

test('LI-01 wrong codes count for the IP address like wrong passwords', async () => {
  const ipAddress = '198.51.100.15'
  for (let count = 0; count < 10; count += 1) {
    const ada = await addUser()
    const stranger = await visitor({ ipAddress })
    await enterPassword(stranger, ada)
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, { body: { otp: '000000' } }))
  }
  await refusedWith(
    errorCodes.addressBlocked,
    enterPassword(await visitor({ ipAddress }), await addUser()),
  )
})

test('LI-01 an IP address that is blocked between password and code cannot enter the code', async () => {
  const ipAddress = '198.51.100.16'
  const ada = await addUser()
  const laptop = await visitor({ ipAddress })
  await enterPassword(laptop, ada)
  for (let count = 0; count < 10; count += 1) {
    const email = `nobody${count}@quay.example`
    await enterPassword(await visitor({ ipAddress }), { email }).catch(() => undefined)
  }
  const otp = codeOf(ada.secret)
  await refusedWith(errorCodes.addressBlocked, laptop.call(verifyCode, { body: { otp } }))
})
