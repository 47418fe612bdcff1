import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { mailFaultOf } from './mail-fault-of.ts'

const faultByError = {
  "Can't send mail - all recipients were rejected: 550 5.1.1 No such user here": 'address',
  '550 No such mailbox': 'address',
  'Recipient command failed: 550 5.2.1 Mailbox disabled': 'address',
  'Recipient command failed: 452-4.2.2 The account is over quota': 'full',
  '552 Requested mail action aborted: exceeded storage allocation': 'full',
  'Message failed: 554 5.7.1 Message rejected under policy': 'spam',
  'Message failed: 550 Blocked, see our blacklist': 'spam',
  'connect ECONNREFUSED 127.0.0.1:587': 'server',
  'Connection timeout': 'server',
  '421 4.4.2 Connection dropped': 'server',
  'Invalid login: 535 5.7.8 Authentication failed': 'login',
  'Mail command failed: 550 5.1.1 Sender unknown': 'login',
  'Missing credentials for "PLAIN"': 'login',
  'Invalid greeting. response=554 No service here': 'login',
  '451 4.3.0 Try again later': 'later',
  'Recipient command failed: 451 4.7.1 Greylisting in action, please come back later': 'later',
  '450 4.1.1 Unverified recipient, policy of this server': 'later',
  '554 Transaction failed': 'other',
}

test('mailFaultOf derives the fault from the reply code and the enhanced status code', () => {
  const faults = Object.keys(faultByError).map((error) => [error, mailFaultOf(error)])
  deepEqual(Object.fromEntries(faults), faultByError)
  deepEqual(mailFaultOf(null), null)
})
