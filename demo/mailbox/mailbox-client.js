import { drawList } from './mail-list.js'
import { closeMail, showMail } from './mail-view.js'

const pollMs = 2000
const typingMs = 150
const most = 500

const search = document.querySelector('#search')
const deleteAll = document.querySelector('#delete-all')
const sure = document.querySelector('#sure')
const offline = document.querySelector('#offline')
const news = document.querySelector('#news')

let version = ''
let total
let typing

async function refresh() {
  const query = new URLSearchParams({ query: search.value, limit: most })
  const list = await get(`/api/v1/search?${query}`)
  drawList(list, chosen(), search.value.trim())
  deleteAll.disabled = list.total === 0
  if (total !== undefined && list.total > total) {
    const count = list.total - total
    news.textContent = count === 1 ? '1 new mail' : `${count} new mails`
  }
  total = list.total
}

async function open() {
  const id = chosen()
  const mail = id && (await get(`/api/v1/message/${id}`).catch(() => undefined))
  if (id !== chosen()) return
  if (mail) showMail(mail)
  else closeMail()
  if (id && !mail) history.replaceState(null, '', '/')
  await refresh()
}

async function poll() {
  try {
    const now = await get('/changes')
    offline.hidden = true
    if (now.version !== version) {
      await refresh()
      version = now.version
      if (isGone(chosen())) await open()
    }
  } catch {
    offline.textContent = 'The mailbox does not answer. Trying again…'
    offline.hidden = false
  }
}

async function pollForever() {
  if (!document.hidden) await poll()
  setTimeout(pollForever, pollMs)
}

/** A search hides mails from the list; only an empty mailbox or an unsearched list proves one gone. */
function isGone(id) {
  if (!id || search.value.trim() !== '') return false
  return !document.querySelector(`#mails a[href="#${id}"]`)
}

function chosen() {
  const id = location.hash.slice(1)
  return /^[\w-]+$/.test(id) ? id : ''
}

async function get(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

search.addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(refresh, typingMs)
})
deleteAll.addEventListener('click', () => sure.showModal())
document.querySelector('#keep').addEventListener('click', () => sure.close())
document.querySelector('#delete').addEventListener('click', async () => {
  sure.close()
  await fetch('/api/v1/messages', { method: 'DELETE' })
  location.hash = ''
  await poll()
})
addEventListener('hashchange', open)
document.addEventListener('visibilitychange', () => document.hidden || poll())

await open()
await pollForever()
