import { groundsOf, mixColors } from './colors.ts'
import { firstLetterOf } from './first-letter.ts'
import { directionOf, langOf, type Locale } from './locale.ts'
import { colonOf, withoutMarks } from './text.ts'
import { mailFrameMessages } from './texts/messages.ts'

type BrandFacts = { brand: string; supportEmail: string }

/** A text of an email; its arguments come from the branding and from `facts`. */
export type MailText<Facts = never> = string | ((values: Facts & BrandFacts) => string)

/** The content of an email, without markup. `mailContent` makes it and checks that its texts find their arguments. */
export type MailContent = MailTexts & { facts: Readonly<Record<string, unknown>> }

export type MailTexts<Facts = never> = {
  locale: Locale
  subject: MailText<Facts>
  /**
   * The first says what happened: it is the heading if it is short, and otherwise follows the subject as heading. The
   * others say what to do about it.
   */
  paragraphs: readonly MailText<Facts>[]
  /** Platforms that the email is about, shown as a list with their logos below the heading. */
  platforms?: readonly MailPlatform[]
  /** Facts about the event, shown after the first paragraph. */
  details?: readonly MailDetail[]
  /** True if an admin triggered the email. */
  isFromSupport?: boolean
  /** The only link of the email, rendered as a button. */
  link?: MailLink
  /** Small print, such as the lifetime of the link and the support contact. */
  notes: readonly MailText<Facts>[]
}

/** A platform in an email, with its logo as PNG if it has one. */
export type MailPlatform = { name: string; logo?: Uint8Array | undefined }

export type MailLink = {
  url: string
  label: string
  /** True if only a reader who did not cause the event needs the link, for example to log out everywhere. */
  isProtective?: boolean
}

/** Makes the content of an email. A text does not compile if neither `facts` nor the branding has its arguments. */
export function mailContent<Facts extends Readonly<Record<string, unknown>>>(
  content: MailTexts<NoInfer<Facts>> & { facts: Facts },
): MailContent {
  return content
}

export type MailDetail = { name: 'time' | 'browser' | 'ipAddress'; value: string }

export type MailBranding = {
  name: string
  legalName: string
  supportEmail: string
  /** The brand color on light backgrounds, as #rrggbb; `colorLight` is for dark ones. Both need a contrast of 4.5:1. */
  color: string
  colorLight: string
  /** The image attached as `cid:logo`. */
  mailLogo?: object | undefined
  /** Texts of the brand; `mailFooter` replaces the legal name. */
  texts?: { mailFooter?: Readonly<Record<Locale, string>> | undefined }
}

/**
 * Renders an email as HTML and plain text. The HTML loads nothing from the network. Subject and plain text contain no
 * marks of direction, because some mail programs show them as boxes.
 */
export function renderMail(content: MailContent, branding: MailBranding) {
  const rendered = fillIn(content, branding)
  return {
    subject: withoutMarks(rendered.subject),
    text: withoutMarks(renderText(rendered)),
    html: renderHtml(rendered, branding),
  }
}

/** Maximum length in characters of a first paragraph that is the heading. */
const maxHeading = 140

type RenderedContent = ReturnType<typeof fillIn>

/** Fills in the arguments of the texts, and adds the texts that every email has. */
function fillIn(content: MailContent, branding: MailBranding) {
  const { name: brand, supportEmail, legalName } = branding
  // `never`, because the type of the facts is lost here; `mailContent` has checked them.
  const values = { brand, supportEmail, ...content.facts } as never
  const textOf = (text: MailText) => (typeof text === 'string' ? text : text(values))
  const t = mailFrameMessages[content.locale]
  const [first, ...others] = content.paragraphs.map(textOf)
  const lead = [content.isFromSupport ? t.bySupport({ brand }) : '', first ?? '']
  const ownFooter = branding.texts?.mailFooter?.[content.locale]
  const legal = ownFooter ?? (legalName === brand ? '' : legalName)
  return {
    ...content,
    subject: textOf(content.subject),
    lead: lead.filter(Boolean),
    heading: first !== undefined && first.length <= maxHeading ? first : textOf(content.subject),
    paragraphs: others,
    details: (content.details ?? []).map((each) => ({ ...each, name: t[each.name] })),
    notes: content.notes.map(textOf),
    footer: [t.why({ brand }), t.neverAsks({ brand }), legal].filter(Boolean),
    buttonHelp: t.buttonHelp,
  }
}

function renderText(content: RenderedContent): string {
  const { locale, lead, paragraphs, details, link, notes, footer } = content
  const colon = colonOf(locale)
  const detailLines = details.map(({ name, value }) => name + colon + value).join('\n')
  const linkLines = link && `${link.label}${colon.trimEnd()}\n${link.url}`
  const parts = [...lead, detailLines, ...paragraphs, linkLines, ...notes]
  return `${parts.filter(Boolean).join('\n\n')}\n\n-- \n${footer.join('\n')}\n`
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei',sans-serif"
const quiet = 'font-size:14px'
/** The color of dangerous buttons in web/theme.css, readable below white text in both schemes. */
const alarm = '#b3261e'

/** Returns the grays of web/theme.css, tinted by the brand colors. */
function greysOf({ color, colorLight }: MailBranding) {
  return {
    page: groundsOf(color, 'light').page,
    text: mixColors(color, 0.1, '#161616'),
    soft: mixColors(color, 0.2, '#5a5a5a'),
    line: mixColors(color, 0.08, '#efefef'),
    dark: {
      ...groundsOf(color, 'dark'),
      text: mixColors(colorLight, 0.06, '#f0f0f0'),
      soft: mixColors(colorLight, 0.15, '#b6b6b6'),
      line: mixColors(colorLight, 0.22, '#383838'),
    },
  }
}

/**
 * Renders the HTML. Styles are inline because some mail programs drop the style sheet, which only overrides colors in
 * dark mode. The hidden first `<div>` is the preview that mail programs show beside the subject.
 */
function renderHtml(content: RenderedContent, branding: MailBranding): string {
  const { locale, subject, heading, lead, paragraphs, notes, footer } = content
  const { page, text: ink, soft } = greysOf(branding)
  const small = `${quiet};color:${soft}`
  return `<!doctype html>
<html lang="${langOf(locale)}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${darkStyle(branding)}</style></head>
<body class="page" style="margin:0;background:${page};${font};color:${ink};line-height:1.6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lead.at(-1) ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="name" style="padding:0 0 16px;font-weight:700;font-size:18px;color:${branding.color}">${renderMark(branding)}${escapeHtml(branding.name)}</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:16px;padding:32px;font-size:16px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(heading.replace(/[.。]$/, ''))}</h1>
${lead
  .filter((text) => text !== heading)
  .map((text) => paragraph(text))
  .join('\n')}
${renderPlatforms(content, branding)}
${renderDetails(content, branding)}
${paragraphs.map((text) => paragraph(text)).join('\n')}
${renderLink(content, branding)}
${notes.map((text) => paragraph(text, small)).join('\n')}
</td></tr><tr><td style="padding:16px 32px">
${footer.map((text) => paragraph(text, `${small};font-size:13px;margin:0 0 4px`)).join('\n')}
</td></tr></table></td></tr></table>
</body></html>
`
}

function darkStyle(branding: MailBranding): string {
  const { colorLight } = branding
  const { page, surface, onPrimary, text, soft, line } = greysOf(branding).dark
  const rules = {
    page: `background:${page}!important;color:${text}!important`,
    card: `background:${surface}!important`,
    quiet: `color:${soft}!important`,
    line: `border-color:${line}!important`,
    name: `color:${colorLight}!important`,
    button: `background:${colorLight}!important;color:${onPrimary}!important`,
    mark: `background:${colorLight}!important;color:${onPrimary}!important`,
    logo: 'background:#ffffff!important',
  }
  const darkened = Object.entries(rules).map(([name, rule]) => `.${name}{${rule}}`)
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkened.join('')}}`
}

/** Renders the logo, or else the first letter of the name on the brand color. */
function renderMark({ mailLogo, name, color }: MailBranding): string {
  if (!mailLogo)
    return `<span class="mark" aria-hidden="true" style="display:inline-block;width:32px;line-height:32px;border-radius:8px;background:${color};color:#ffffff;text-align:center;margin-inline-end:12px">${escapeHtml(firstLetterOf(name))}</span>`
  return '<img class="logo" src="cid:logo" alt="" height="32" style="height:32px;width:auto;vertical-align:middle;border-radius:6px;margin-inline-end:12px">'
}

function renderDetails({ details }: RenderedContent, branding: MailBranding): string {
  if (details.length === 0) return ''
  const { line, soft } = greysOf(branding)
  const cell = 'padding:4px 0;text-align:start;vertical-align:top'
  const rows = details.map(
    ({ name, value }) =>
      `<tr><th class="quiet" scope="row" style="${cell};padding-inline-end:24px;font-weight:400;white-space:nowrap;color:${soft}">${escapeHtml(name)}</th><td width="100%" style="${cell}"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  )
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="border-block:1px solid ${line};padding:8px 0;margin:0 0 16px;font-size:15px">${rows.join('')}</table>`
}

function renderPlatforms(
  { platforms = [] }: RenderedContent,
  { color, colorLight }: MailBranding,
): string {
  const size =
    'margin-inline-end:12px;width:32px;height:32px;line-height:32px;border-radius:8px;vertical-align:middle'
  const letter = `display:inline-block;text-align:center;font-weight:600;color:${color};background:${mixColors(colorLight, 0.25, '#ffffff')}`
  const items = platforms.map(({ name, logo }, index) => {
    const mark = logo
      ? `<img src="cid:${platformCid(index)}" alt="" width="32" height="32" style="${size};background:#ffffff">`
      : `<span aria-hidden="true" style="${size};${letter}">${escapeHtml(firstLetterOf(name))}</span>`
    return `<p style="margin:0 0 8px;font-weight:600">${mark}<bdi style="vertical-align:middle">${escapeHtml(name)}</bdi></p>`
  })
  return items.length === 0 ? '' : `<div style="margin:0 0 16px">${items.join('')}</div>`
}

/** Returns the logos that the HTML of an email shows, by their Content-ID. */
export function mailImages({
  platforms = [],
}: MailContent): { cid: string; content: Uint8Array }[] {
  return platforms.flatMap(({ logo }, index) =>
    logo ? [{ cid: platformCid(index), content: logo }] : [],
  )
}

function platformCid(index: number): string {
  return `platform${index}`
}

function renderLink({ link, buttonHelp }: RenderedContent, branding: MailBranding): string {
  if (!link) return ''
  const url = escapeHtml(link.url)
  const [kind, look] = link.isProtective
    ? ['protective', `background:${alarm};color:#ffffff;padding:14px 24px`]
    : ['button', `background:${branding.color};color:#ffffff;padding:14px 24px`]
  const button = `<p style="margin:24px 0"><a class="${kind}" href="${url}" style="display:inline-block;${look};text-decoration:none;font-weight:600;border-radius:10px">${escapeHtml(link.label)}</a></p>`
  const plain = `<span dir="ltr" style="word-break:break-all">${url}</span>`
  return `${button}<details class="quiet" style="margin:0 0 24px;${quiet};color:${greysOf(branding).soft};font-size:13px"><summary>${escapeHtml(buttonHelp)}</summary>${plain}</details>`
}

function paragraph(text: string, style = ''): string {
  const quietClass = style === '' ? '' : ' class="quiet"'
  return `<p${quietClass} style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
