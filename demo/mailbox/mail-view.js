const mail = document.querySelector('#mail')
const subject = document.querySelector('#subject')
const facts = document.querySelector('#facts')
const attachments = document.querySelector('#attachments')
const tabs = [...document.querySelectorAll('#tabs [role=tab]')]
const panel = document.querySelector('#panel')

const wholeTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })
const webLink = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g
const panels = { html: htmlPanel, text: textPanel, headers: headersPanel, source: sourcePanel }

let shown
let liked = 'html'

export function showMail(next) {
  shown = next
  mail.hidden = false
  document.body.classList.add('reading')
  subject.textContent = next.Subject || '(no subject)'
  facts.replaceChildren(
    ...fact('From', people([next.From])),
    ...fact('To', people(next.To)),
    ...fact('Cc', people(next.Cc)),
    ...fact('Bcc', people(next.Bcc)),
    ...fact('Time', [wholeTime.format(new Date(next.Date))]),
  )
  attachments.replaceChildren(...next.Attachments.map(attachment))
  attachments.hidden = next.Attachments.length === 0
  chooseTab(liked)
  if (isAlone()) subject.focus({ preventScroll: true })
}

export function closeMail() {
  const left = document.querySelector(`#mails a[href="#${shown?.ID}"]`)
  shown = undefined
  mail.hidden = true
  document.body.classList.remove('reading')
  panel.replaceChildren()
  left?.focus()
}

function chooseTab(name) {
  const absent = { html: shown.HTML === '', text: shown.Text === '' && shown.HTML !== '' }
  const chosen = absent[name] ? Object.keys(absent).find((other) => !absent[other]) : name
  for (const tab of tabs) {
    const isChosen = tab.id === `tab-${chosen}`
    tab.setAttribute('aria-selected', isChosen)
    tab.tabIndex = isChosen ? 0 : -1
    tab.disabled = absent[nameOf(tab)] === true
  }
  panel.setAttribute('aria-labelledby', `tab-${chosen}`)
  panel.className = `panel panel-${chosen}`
  panel.scrollTop = 0
  panel.replaceChildren(panels[chosen](shown))
}

function htmlPanel({ ID }) {
  const frame = element('iframe')
  frame.title = 'The mail as people see it'
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  frame.src = `/view/${ID}.html`
  return frame
}

function textPanel({ Text }) {
  const text = element('div', 'text')
  let end = 0
  for (const { 0: address, index } of Text.matchAll(webLink)) {
    text.append(Text.slice(end, index), outward(address))
    end = index + address.length
  }
  text.append(Text.slice(end))
  return text
}

function outward(address) {
  const anchor = element('a', '', address)
  anchor.href = address
  anchor.target = '_blank'
  anchor.rel = 'noopener noreferrer'
  anchor.dir = 'ltr'
  return anchor
}

function headersPanel({ ID }) {
  const list = element('dl', 'headers')
  fill(list, `/api/v1/message/${ID}/headers`, async (response) =>
    Object.entries(await response.json()).flatMap(([name, values]) => [
      element('dt', '', name),
      ...values.map((value) => element('dd', '', value)),
    ]),
  )
  return list
}

function sourcePanel({ ID }) {
  const source = element('pre', 'source')
  fill(source, `/api/v1/message/${ID}/raw`, async (response) => [await response.text()])
  return source
}

async function fill(place, path, read) {
  try {
    place.append(...(await read(await fetch(path))))
  } catch {
    place.append('The mailbox does not answer.')
  }
}

function fact(name, value) {
  return value.length === 0 ? [] : [element('dt', '', name), wrapped('dd', value)]
}

function people(persons) {
  return persons.flatMap(({ Name, Address }, place) => [
    ...(place > 0 ? [', '] : []),
    ...(Name ? [element('bdi', 'name', Name), ' '] : []),
    element('bdi', Name ? 'address' : 'name', Address),
  ])
}

function attachment({ PartID, FileName, Size }) {
  const anchor = element('a', '', FileName)
  anchor.href = `/api/v1/message/${shown.ID}/part/${PartID}`
  anchor.download = FileName
  const size = element('span', 'size', `${Math.max(1, Math.round(Size / 1024))} KB`)
  return wrapped('li', [anchor, ' ', size])
}

function wrapped(name, children) {
  const made = element(name)
  made.append(...children)
  return made
}

function element(name, className = '', words = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = words
  return made
}

/** On a phone the mail takes the place of the list. */
function isAlone() {
  return !document.querySelector('#mails').checkVisibility()
}

function nameOf(tab) {
  return tab.id.slice('tab-'.length)
}

for (const tab of tabs) {
  tab.addEventListener('click', () => {
    liked = nameOf(tab)
    chooseTab(liked)
  })
}
document.querySelector('#tabs').addEventListener('keydown', ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return
  const able = tabs.filter((tab) => !tab.disabled)
  const next = able.at((able.indexOf(document.activeElement) + step) % able.length)
  next.focus()
  next.click()
})
