import { directionOf, fill, type Locale } from './locale.ts'
import { mailFrameMessages } from './mail-messages.ts'

/**
 * One mail as a feature writes it, without markup. Its texts are templates: `{brand}` and `{supportEmail}` come
 * from the branding, every other `{name}` from `facts`.
 */
export type MailContent = {
  locale: Locale
  facts: Readonly<Record<string, string>>
  /** The heading of the mail, too. */
  subject: string
  paragraphs: readonly string[]
  /** What happened when and where: shown as a table. */
  details?: readonly MailDetail[]
  /** An admin had it sent. */
  isFromSupport?: boolean
  /** The only link of the mail, rendered as a button. */
  link?: { url: string; label: string }
  /** Small print: how long the link works, whom to ask. */
  notes: readonly string[]
}

export type MailDetail = { name: 'time' | 'browser' | 'ipAddress'; value: string }

export type MailBranding = {
  name: string
  legalName: string
  supportEmail: string
  /** As #rrggbb, on light and on dark grounds. Need a contrast of 4.5:1. */
  color: string
  colorLight: string
  /** The image that the mail brings along as `cid:logo`. */
  mailLogo?: object | undefined
}

/** Renders a mail as HTML and as plain text. The HTML loads nothing from the network. */
export function renderMail(content: MailContent, branding: MailBranding) {
  const { name, supportEmail } = branding
  const values = { brand: name, supportEmail, ...content.facts }
  const t = mailFrameMessages[content.locale]
  const written = {
    ...content,
    subject: fill(content.subject, values),
    paragraphs: [...(content.isFromSupport ? [t.bySupport] : []), ...content.paragraphs].map(
      (text) => fill(text, values),
    ),
    details: (content.details ?? []).map((each) => ({ ...each, name: t[each.name] })),
    notes: content.notes.map((text) => fill(text, values)),
    footer: [t.why, t.neverAsks].map((text) => fill(text, values)),
    buttonHelp: t.buttonHelp,
  }
  return {
    subject: written.subject,
    text: renderText(written, branding),
    html: renderHtml(written, branding),
  }
}

type Written = Omit<MailContent, 'details'> & {
  details: readonly { name: string; value: string }[]
  footer: readonly string[]
  buttonHelp: string
}

function renderText(written: Written, { legalName }: MailBranding): string {
  const { subject, paragraphs, details, link, notes, footer } = written
  const listed = details.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const linked = link && `${link.label}:\n${link.url}`
  const parts = [subject, ...paragraphs, listed, linked, ...notes, '--', ...footer, legalName]
  return parts.filter(Boolean).join('\n\n') + '\n'
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif"
const quiet = 'font-size:14px;color:#4a5c52'

/** Written inline, since some mail programs drop the style sheet; it only darkens what stands inline. */
function renderHtml(written: Written, branding: MailBranding): string {
  const { locale, subject, paragraphs, notes, footer } = written
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${darkStyle(branding)}</style></head>
<body class="page" style="margin:0;background:#f4f7f5;${font};color:#14211a;line-height:1.6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="name" style="padding:0 0 16px;font-weight:700;font-size:18px;color:${branding.color}">${renderLogo(branding)}${escapeHtml(branding.name)}</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:16px;padding:32px;font-size:16px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(subject)}</h1>
${paragraphs.map((text) => paragraph(text, '')).join('\n')}
${renderDetails(written)}
${renderLink(written, branding)}
${notes.map((text) => paragraph(text, quiet)).join('\n')}
</td></tr><tr><td style="padding:16px 32px">
${[...footer, branding.legalName].map((text) => paragraph(text, `${quiet};font-size:13px;margin:0 0 4px`)).join('\n')}
</td></tr></table></td></tr></table>
</body></html>
`
}

function darkStyle({ colorLight }: MailBranding): string {
  const rules = {
    page: 'background:#0c1511!important;color:#e6efe9!important',
    card: 'background:#131f19!important',
    quiet: 'color:#a9bdb1!important',
    cell: 'border-color:#33453b!important',
    name: `color:${colorLight}!important`,
    button: `background:${colorLight}!important;color:#0a1c13!important`,
    logo: 'background:#ffffff!important',
  }
  const darkened = Object.entries(rules).map(([name, rule]) => `.${name}{${rule}}`)
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkened.join('')}}`
}

function renderLogo({ mailLogo }: MailBranding): string {
  if (!mailLogo) return ''
  return '<img class="logo" src="cid:logo" alt="" height="32" style="height:32px;width:auto;vertical-align:middle;border-radius:6px;margin-inline-end:12px">'
}

function renderDetails({ details }: Written): string {
  if (details.length === 0) return ''
  const cell = 'border:1px solid #d5dfd9;padding:8px 12px;text-align:start;vertical-align:top'
  const rows = details.map(
    ({ name, value }) =>
      `<tr><th class="cell" scope="row" style="${cell};font-weight:400">${escapeHtml(name)}</th><td class="cell" style="${cell}"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 16px;font-size:15px">${rows.join('')}</table>`
}

function renderLink({ link, buttonHelp }: Written, { color }: MailBranding): string {
  if (!link) return ''
  const url = escapeHtml(link.url)
  const button = `<p style="margin:24px 0"><a class="button" href="${url}" style="display:inline-block;background:${color};color:#ffffff;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escapeHtml(link.label)}</a></p>`
  const plain = `<span dir="ltr" style="word-break:break-all">${url}</span>`
  return `${button}<details class="quiet" style="margin:0 0 24px;${quiet};font-size:13px"><summary>${escapeHtml(buttonHelp)}</summary>${plain}</details>`
}

function paragraph(text: string, style: string): string {
  const name = style === '' ? '' : ' class="quiet"'
  return `<p${name} style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
