import { fail } from 'node:assert/strict'
import { startMailbox, type Mailbox } from '../../demo/mailbox/mailbox.ts'

const started = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })

/** The mailbox that receives every mail of this test file over real SMTP. A missing mail fails the test. */
export const mailbox: Mailbox = {
  ...started,
  waitFor: (...wanted) => started.waitFor(...wanted).catch((error: Error) => fail(error.message)),
}
