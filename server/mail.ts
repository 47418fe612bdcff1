import { createTransport, type Transporter } from 'nodemailer'
import { config } from './config.ts'

export type Letter = {
  /** Stays the same on each try, so that a mail server which already has it can tell. */
  messageId: string
  to: string
  language: string
  subject: string
  text: string
  html: string
}

let transport: Transporter | undefined

/** Hands a letter to the mail server. Throws when it was not taken; every wait is bounded. */
export async function send(letter: Letter): Promise<void> {
  transport ??= createTransport(config.smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
  await transport.sendMail({
    from: config.mailFrom,
    to: { name: '', address: letter.to },
    messageId: letter.messageId,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
