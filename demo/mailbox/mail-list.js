const mails = document.querySelector('#mails')
const count = document.querySelector('#count')
const empty = document.querySelector('#empty')

const today = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const earlier = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Entries that stay are not touched, so that nobody loses the focus when a mail arrives. */
export function drawList(list, chosen, searched) {
  document.body.classList.toggle('no-mails', list.messages.length === 0)
  const known = new Map([...mails.children].map((entry) => [entry.dataset.id, entry]))
  const entries = list.messages.map((mail) => known.get(mail.ID) ?? makeEntry(mail))
  const staying = new Set(entries)
  for (const entry of known.values()) if (!staying.has(entry)) entry.remove()
  entries.forEach((entry, place) => {
    if (mails.children[place] !== entry) mails.insertBefore(entry, mails.children[place] ?? null)
    mark(entry, list.messages[place], chosen)
  })
  count.textContent = countWords(list, searched)
  drawEmpty(list, searched)
}

function makeEntry(mail) {
  const entry = element('li')
  entry.dataset.id = mail.ID
  const link = element('a')
  link.href = `#${mail.ID}`
  const subject = element('span', 'subject', mail.Subject || '(no subject)')
  subject.dir = 'auto'
  const time = element('time', 'time', timeWords(new Date(mail.Created)))
  time.dateTime = mail.Created
  const snippet = element('span', 'snippet', mail.Snippet)
  snippet.dir = 'auto'
  link.append(subject, time, peopleLine(mail), snippet)
  entry.append(link)
  return entry
}

function peopleLine(mail) {
  const line = element('span', 'people')
  const recipients = [...mail.To, ...mail.Cc, ...mail.Bcc]
  line.append(
    element('span', 'unseen', 'To '),
    ...recipients
      .slice(0, 2)
      .flatMap((person, place) => [
        ...(place > 0 ? [', '] : []),
        element('bdi', '', person.Address),
      ]),
    ...(recipients.length > 2 ? [` and ${recipients.length - 2} more`] : []),
    element('span', 'from', ' from '),
    element('bdi', '', mail.From.Name || mail.From.Address),
  )
  return line
}

function mark(entry, mail, chosen) {
  const link = entry.firstElementChild
  link.classList.toggle('unread', !mail.Read)
  if (mail.ID === chosen) link.setAttribute('aria-current', 'true')
  else link.removeAttribute('aria-current')
}

function countWords(list, searched) {
  if (list.total === 0) return ''
  if (searched) return `${list.messages_count} of ${list.total}`
  const mailsWord = list.total === 1 ? '1 mail' : `${list.total} mails`
  return list.unread > 0 ? `${mailsWord}, ${list.unread} unread` : mailsWord
}

function drawEmpty(list, searched) {
  const [title, text] = empty.children
  empty.hidden = list.messages.length > 0
  title.textContent = list.total === 0 ? 'No mail yet' : 'Nothing found'
  text.textContent =
    list.total === 0
      ? 'What the portal sends appears here by itself.'
      : `No mail has “${searched}”.`
}

function timeWords(time) {
  return time.toDateString() === new Date().toDateString()
    ? today.format(time)
    : earlier.format(time)
}

function element(name, className = '', words = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = words
  return made
}
