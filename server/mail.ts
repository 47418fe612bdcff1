import { createTransport, type Transporter } from 'nodemailer'
import { config } from './config.ts'

export type OutgoingMail = {
  /** The Message-ID is made of it: it stays the same on each try, so that a mailbox can tell. */
  mailId: string
  to: string
  language: string
  subject: string
  text: string
  html: string
}

let transport: Transporter | undefined

/** Hands a letter to the mail server. Throws when it was not taken; every wait is bounded. */
export async function sendMail(letter: OutgoingMail): Promise<void> {
  // All in one object: what stands beside an address is taken for defaults of the mail.
  transport ??= createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
  await transport.sendMail({
    from: config.mailFrom,
    to: { name: '', address: letter.to },
    messageId: `<${letter.mailId}@${new URL(config.publicUrl).hostname}>`,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
