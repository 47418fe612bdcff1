import type { Mailbox, Message } from './store.ts'

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const webLink = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g

export function listPage(messages: readonly Message[], query: string): string {
  const wanted = query.trim().toLowerCase()
  const matches = messages.filter((message) => searchableTextOf(message).includes(wanted))
  const count = wanted
    ? `${matches.length} of ${messages.length} mails`
    : `${messages.length} mails`
  return page(
    'Mailbox',
    `<form role="search"><input type="search" name="q" aria-label="Search mails"
       placeholder="Search address, subject or text" value="${escape(query)}" autocomplete="off">
     </form>
     <form method="post" action="/delete"><button${messages.length > 0 ? '' : ' disabled'}>Delete all</button></form>`,
    `<p class="quiet">${matches.length > 0 ? count : empty(messages.length)}</p>
     <ul class="mails">${matches.map(entry).join('')}</ul>`,
  )
}

export function messagePage(message: Message): string {
  const { id, subject, from, to, createdAt, text, html } = message
  return page(
    subject || '(no subject)',
    '<a href="/">All mails</a>',
    `<h2 dir="auto">${escape(subject) || '(no subject)'}</h2>
     <dl><dt>From</dt><dd>${people([from])}</dd><dt>To</dt><dd>${people(to)}</dd>
       <dt>Time</dt><dd>${time.format(createdAt)}</dd></dl>
     ${html && `<iframe title="HTML of the mail" src="/html/${id}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
     <details${html ? '' : ' open'}><summary>Text</summary><pre dir="auto">${linked(text)}</pre></details>
     <p><a href="/source/${id}">Source</a></p>`,
  )
}

function page(title: string, bar: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escape(title)}</title>
  <link rel="icon" href="/mailbox.svg"><link rel="stylesheet" href="/mailbox.css">
  <script type="module" src="/mailbox.js"></script>
</head>
<body>
  <header><h1><a href="/"><img src="/mailbox.svg" alt="" width="28" height="28">Mailbox</a></h1>${bar}</header>
  <main>${main}</main>
</body>
</html>`
}

function entry({ id, subject, from, to, createdAt, isRead }: Message): string {
  return `<li><a href="/mail/${id}"${isRead ? '' : ' class="unread"'}>
    <span class="subject" dir="auto">${escape(subject) || '(no subject)'}</span>
    <time datetime="${createdAt.toISOString()}">${time.format(createdAt)}</time>
    <span class="quiet">To ${people(to)}, from ${people([from])}</span></a></li>`
}

function empty(total: number): string {
  return total === 0 ? 'No mail yet. Mails appear here by themselves.' : 'No mail found.'
}

function people(list: readonly Mailbox[]): string {
  return list
    .map(({ name, address }) => `<bdi>${escape(name ? `${name} <${address}>` : address)}</bdi>`)
    .join(', ')
}

function linked(text: string): string {
  const links = text.match(webLink) ?? []
  const between = text.split(webLink)
  return between
    .map((part, index) => escape(part) + (index < links.length ? link(links[index] ?? '') : ''))
    .join('')
}

function link(url: string): string {
  return `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer">${escape(url)}</a>`
}

function searchableTextOf({ from, to, subject, text }: Message): string {
  const addresses = [from, ...to].map(({ name, address }) => `${name} <${address}>`)
  return [...addresses, subject, text].join('\n').toLowerCase()
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
