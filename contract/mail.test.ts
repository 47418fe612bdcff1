import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { directionOf, langOf, locales } from './locale.ts'
import { mailContent, mailImages, renderMail } from './mail.ts'
import { mailMessages } from '../features/account/contact-points/texts/messages.ts'
import * as companyMessages from '../features/company/users/texts/messages.ts'

const branding = {
  name: 'Quay',
  legalName: 'Quay Payments Ltd',
  supportEmail: 'help@quay.example',
  color: '#0b5d3b',
  colorLight: '#7bc47f',
}
const content = mailContent({
  locale: 'en',
  facts: { firstname: '<b>Ada</b>' },
  subject: ({ brand }) => `New login to your ${brand} account`,
  paragraphs: [({ firstname }) => `Hello ${firstname}`],
  details: [
    { name: 'time', value: '22 Nov 2026, 10:00' },
    { name: 'browser', value: 'Firefox "<i>" on Windows' },
  ],
  link: { url: 'https://id.example.com/log-me-out/x?a=1&b=2', label: 'Log out' },
  notes: [({ supportEmail }) => `Questions? ${supportEmail}`],
})

/** Compiles only while each of these lines is an error. */
export function doesNotCompile(): unknown[] {
  const { added } = mailMessages.en
  const mail = { locale: 'en', subject: '', paragraphs: [added], notes: [] } as const
  const link = { url: '', label: added }
  return [
    mailContent({ ...mail, facts: { address: 'home@example.com' } }),
    // @ts-expect-error a text with an argument that is no fact
    mailContent({ ...mail, facts: { name: 'home@example.com' } }),
    // @ts-expect-error a button with an argument
    mailContent({ ...mail, facts: { address: 'home@example.com' }, link }),
  ]
}

test('SC-16 a mail says once what happened, as its heading, and shows its details as a table and one link', () => {
  const { html, text } = renderMail(content, branding)
  match(html, /<h1 [^>]*>Hello &lt;b&gt;Ada&lt;\/b&gt;<\/h1>/)
  equal(html.match(/<p [^>]*>Hello/g), null)
  const sentence = { ...content, paragraphs: ['It happened.', 'Was this you?'] }
  match(renderMail(sentence, branding).html, /<h1 [^>]*>It happened<\/h1>/)
  const long = `${'A long sentence. '.repeat(10)}End.`
  const withSubject = renderMail({ ...content, paragraphs: [long] }, branding).html
  match(withSubject, /<h1 [^>]*>New login to your Quay account<\/h1>[^]*<p [^>]*>A long sentence/)
  match(html, /<th [^>]*>Time<\/th><td [^>]*><bdi>22 Nov 2026, 10:00<\/bdi>/)
  equal(html.match(/<a /g)?.length, 1)
  match(html, /<summary>Button not working\?[^<]*<\/summary>.*log-me-out\/x\?a=1&amp;b=2/)
  match(text, /Time: 22 Nov 2026, 10:00\nBrowser: Firefox/)
  equal(text.match(/https:/g)?.length, 1)
})

test('SC-16 the facts of a mail follow its first paragraph, before what to do', () => {
  const { html, text } = renderMail(
    { ...content, paragraphs: ['Was this you?', 'Log out.'] },
    branding,
  )
  for (const body of [html, text]) match(body, /Was this you\?[^]*22 Nov 2026, 10:00[^]*Log out\./)
})

test('a protective button has the color of an alarm, other buttons that of the brand', () => {
  const link = { url: 'https://id.example.com/x', label: 'Log out', isProtective: true }
  match(
    renderMail({ ...content, link }, branding).html,
    /class="protective"[^>]*background:#b3261e/,
  )
  match(renderMail(content, branding).html, /class="button"[^>]*background:#0b5d3b/)
})

test('3T28 a subject and a plain text contain no marks of direction, and HTML does', () => {
  const { expiryMailMessages: t } = companyMessages
  const arabic = mailContent({
    locale: 'ar',
    facts: { platform: 'Business Hub', time: '2 Nov' },
    subject: t.ar.subject,
    paragraphs: [t.ar.ends],
    notes: [],
  })
  const { subject, text, html } = renderMail(arabic, branding)
  match(subject, /Business Hub/)
  match(text, /Business Hub/)
  doesNotMatch(subject + text, /[\u2066-\u2069]/)
  match(html, /\u2068Business Hub\u2069/)
})

test('3K17: the platforms of a mail are a list with logos, which are attached, or initials', () => {
  const logo = new Uint8Array([137])
  const platforms = [{ name: 'Hub <1>', logo }, { name: 'Desk' }]
  const { html } = renderMail({ ...content, platforms }, branding)
  match(html, /<img src="cid:platform0" alt=""[^>]*><bdi [^>]*>Hub &lt;1&gt;<\/bdi>/)
  match(html, /<span aria-hidden="true"[^>]*>D<\/span><bdi [^>]*>Desk</)
  deepEqual(mailImages({ ...content, platforms }), [{ cid: 'platform0', content: logo }])
})

test('values in a mail are escaped', () => {
  const { html } = renderMail(content, branding)
  doesNotMatch(html, /<b>|<i>/)
  match(html, /&lt;b&gt;Ada&lt;\/b&gt;/)
  match(html, /Firefox &quot;&lt;i&gt;&quot; on Windows/)
})

test('the footer contains the reason for the mail, the phishing warning and the legal name, in each language', () => {
  for (const locale of locales) {
    const { html, text } = renderMail({ ...content, locale }, branding)
    for (const body of [html, text]) match(body, /Quay Payments Ltd/)
    doesNotMatch(html + text, /\{\w+\}/)
    match(html, new RegExp(`<html lang="${langOf(locale)}" dir="${directionOf(locale)}"`))
  }
})

test('a mail sent on behalf of an admin says so', () => {
  const { html } = renderMail({ ...content, isFromSupport: true }, branding)
  match(html, /Quay support sent you this email\./)
  doesNotMatch(renderMail(content, branding).html, /support sent you/)
})

test('a mail embeds its logo and loads nothing from the network', () => {
  const { html } = renderMail(content, { ...branding, mailLogo: {} })
  match(html, /<img class="logo" src="cid:logo"/)
  doesNotMatch(html, /class="mark"/)
  doesNotMatch(html, /(src|background)="?https?:|url\(/)
  doesNotMatch(renderMail(content, branding).html, /<img/)
  match(renderMail(content, branding).html, /<span class="mark"[^>]*>Q<\/span>/)
})
