import { directionOf, type Locale } from './locale.ts'

export type RenderedMail = { subject: string; text: string; html: string }

type Parts = {
  locale: Locale
  brand: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** The one link of the mail, and the words on it. */
  link?: { url: string; label: string }
  /** Small print: how long it works, what to do if it was not you, whom to ask. */
  notes: readonly string[]
}

const letterhead = { color: '#0b5d3b' }

/** Whose mails they are; said once, as the program starts. */
export function useLetterhead({ color }: { color: string }): void {
  letterhead.color = color
}

/** The one shape of all mails, as HTML and as text. Nothing in it is fetched from anywhere. */
export function renderMail(parts: Parts): RenderedMail {
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) }
}

function asText({ greeting, paragraphs, link, notes, brand }: Parts): string {
  const linked = link ? [`${link.label}:\n${link.url}`] : []
  return [greeting, ...paragraphs, ...linked, ...notes, `— ${brand}`].join('\n\n') + '\n'
}

function asHtml({ locale, brand, subject, greeting, paragraphs, link, notes }: Parts): string {
  const direction = directionOf(locale)
  const font =
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif"
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`
  const button = link
    ? `<p style="margin:24px 0"><a href="${escaped(link.url)}" style="display:inline-block;background:${letterhead.color};color:#ffffff;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escaped(link.label)}</a></p><p style="margin:0 0 24px;font-size:13px;color:#4a5c52;word-break:break-all" dir="ltr">${escaped(link.url)}</p>`
    : ''
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f4f7f5;${font};color:#14211a;line-height:1.6">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:0 0 16px;font-weight:700;font-size:18px;color:${letterhead.color}">${escaped(brand)}</td></tr>
<tr><td style="background:#ffffff;border-radius:16px;padding:32px;font-size:16px">
${paragraph(greeting, 'font-size:20px;font-weight:600')}
${paragraphs.map((text) => paragraph(text, '')).join('\n')}
${button}
${notes.map((text) => paragraph(text, 'font-size:14px;color:#4a5c52')).join('\n')}
</td></tr></table></td></tr></table>
</body></html>
`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
