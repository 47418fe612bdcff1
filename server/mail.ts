import { createTransport, type Transporter } from 'nodemailer'
import { senderOf } from './brand.ts'
import { config } from './config.ts'
import { currentBrand } from './current-brand.ts'

export type OutgoingMail = {
  /** Part of the Message-ID, so that a mailbox recognizes a repeated delivery. */
  mailId: string
  to: string
  language: string
  subject: string
  text: string
  html: string
}

let transport: Transporter | undefined

/** Sends a mail by SMTP. Throws if the mail server does not accept it; timeouts bound every wait. */
export async function sendMail(mail: OutgoingMail): Promise<void> {
  // Timeouts next to a URL, as a second argument, would be taken for defaults of the mail.
  transport ??= createTransport({
    url: config.smtpUrl,
    requireTLS: config.requiresStartTls,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
  await transport.sendMail({
    from: { name: currentBrand().senderName, address: senderOf(config.mailFrom).address },
    to: { name: '', address: mail.to },
    messageId: `<${mail.mailId}@${new URL(config.publicUrl).hostname}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: logoOf(mail),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function logoOf({ html }: OutgoingMail) {
  const content = currentBrand().mailLogo
  if (!content || !html.includes('cid:logo')) return []
  const inline = { cid: 'logo', filename: 'logo.png', contentDisposition: 'inline' as const }
  return [{ ...inline, content, contentType: 'image/png' }]
}

/**
 * Whether the mail server refused this recipient or this mail for good (RFC 5321 §4.2.1). A refusal of our login or
 * sender is a mistake of the configuration that concerns every mail, and is tried again.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}
