import { startMailbox } from '../../demo/mailbox/mailbox.ts'

/** Every mail of this test file goes through real SMTP to here. */
export const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })
