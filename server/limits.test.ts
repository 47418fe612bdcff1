import { equal, match, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1025',
}

test('LI-01 LI-02 the numbers are those of the requirements unless they are set', () => {
  const { limits } = readConfig(good)
  const { addressFailures, accountPassword, forgotPerMail, forgotPerAddress } = limits
  equal([addressFailures.most, addressFailures.withinMinutes].join(), '10,10')
  equal(addressFailures.blockMinutes, 10)
  equal([accountPassword.most, accountPassword.blockMinutes].join(), '5,30')
  equal([forgotPerMail.most, forgotPerAddress.most, forgotPerMail.blockMinutes].join(), '3,10,10')
  equal(readConfig({ ...good, LIMIT_ADDRESS_FAILURES: '25' }).limits.addressFailures.most, 25)
})

test('a limit that is none is named with what is wrong', () => {
  for (const [value, fault] of [
    ['0', /LIMIT_ADDRESS_FAILURES is below 1/],
    ['1000001', /LIMIT_ADDRESS_FAILURES is above 1000000/],
    ['1.5', /LIMIT_ADDRESS_FAILURES is not a whole number/],
    ['many', /LIMIT_ADDRESS_FAILURES is not a number/],
  ] as const) {
    throws(
      () => readConfig({ ...good, LIMIT_ADDRESS_FAILURES: value }),
      (error) => {
        match((error as Error).message, fault)
        return true
      },
    )
  }
})
