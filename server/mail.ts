import { createTransport, type Transporter } from 'nodemailer'
import { senderOf } from './brand.ts'
import { config } from './config.ts'
import { currentBrand } from './current-brand.ts'

export type OutgoingMail = {
  /** The local part of the Message-ID, so that a mailbox recognizes a repeated delivery. */
  mailId: string
  to: string
  language: string
  subject: string
  text: string
  html: string
  /** Images of the HTML besides the brand's logo, by Content-ID. */
  images?: readonly { cid: string; content: Uint8Array }[]
}

let transport: Transporter | undefined

/** Sends an email by SMTP. Throws if the mail server does not accept it. Timeouts bound every wait. */
export async function sendMail(mail: OutgoingMail): Promise<void> {
  // In one object, because a second argument beside a URL would be used as defaults of the message.
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
    attachments: [...logoOf(mail), ...(mail.images ?? []).map((each) => inlineImage(each))],
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function logoOf({ html }: OutgoingMail) {
  const content = currentBrand().mailLogo
  if (!content || !html.includes('cid:logo')) return []
  return [inlineImage({ cid: 'logo', content })]
}

function inlineImage({ cid, content }: { cid: string; content: Uint8Array }) {
  const inline = { cid, filename: `${cid}.png`, contentDisposition: 'inline' as const }
  return { ...inline, content: Buffer.from(content), contentType: 'image/png' }
}

/**
 * Returns true if the mail server permanently refused this recipient or message (RFC 5321 §4.2.1). A refusal of our
 * login or sender does not count: it is a configuration error that affects every email, so the email is retried.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}
