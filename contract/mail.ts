import { directionOf, fill, type Locale } from './locale.ts'

/**
 * One mail as a feature writes it, without markup. Its texts are templates: `{brand}` and `{supportEmail}` come
 * from the branding, every other `{name}` from `facts`.
 */
export type MailContent = {
  locale: Locale
  facts: Readonly<Record<string, string>>
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** The only link of the mail, rendered as a button. */
  link?: { url: string; label: string }
  /** Small print: how long the link works, whom to ask. */
  notes: readonly string[]
}

export type MailBranding = {
  name: string
  supportEmail: string
  /** As #rrggbb. Needs a contrast of 4.5:1 to white. */
  color: string
}

/** Renders a mail as HTML and as plain text. The HTML loads nothing from the network. */
export function renderMail(content: MailContent, branding: MailBranding) {
  const { name, supportEmail } = branding
  const values = { brand: name, supportEmail, ...content.facts }
  const filled = {
    ...content,
    subject: fill(content.subject, values),
    greeting: fill(content.greeting, values),
    paragraphs: content.paragraphs.map((text) => fill(text, values)),
    notes: content.notes.map((text) => fill(text, values)),
  }
  return {
    subject: filled.subject,
    text: renderText(filled, name),
    html: renderHtml(filled, branding),
  }
}

function renderText({ greeting, paragraphs, link, notes }: MailContent, name: string): string {
  const linked = link ? [`${link.label}:\n${link.url}`] : []
  return [greeting, ...paragraphs, ...linked, ...notes, `— ${name}`].join('\n\n') + '\n'
}

function renderHtml(
  { locale, subject, greeting, paragraphs, link, notes }: MailContent,
  { name, color }: MailBranding,
): string {
  const font =
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif"
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;background:${color};color:#ffffff;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escapeHtml(link.label)}</a></p><p style="margin:0 0 24px;font-size:13px;color:#4a5c52;word-break:break-all" dir="ltr">${escapeHtml(link.url)}</p>`
    : ''
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f7f5;${font};color:#14211a;line-height:1.6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:0 0 16px;font-weight:700;font-size:18px;color:${color}">${escapeHtml(name)}</td></tr>
<tr><td style="background:#ffffff;border-radius:16px;padding:32px;font-size:16px">
${paragraph(greeting, 'font-size:20px;font-weight:600')}
${paragraphs.map((text) => paragraph(text, '')).join('\n')}
${button}
${notes.map((text) => paragraph(text, 'font-size:14px;color:#4a5c52')).join('\n')}
</td></tr></table></td></tr></table>
</body></html>
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
