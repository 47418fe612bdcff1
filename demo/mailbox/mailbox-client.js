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

async function poll() {
  const now = await get('/changes')
  if (now.version === version) return
  await refresh()
  version = now.version
  if (isGone(chosen())) await open()
}

async function open() {
  const id = chosen()
  const mail = id && (await get(`/api/v1/message/${id}`))
  if (id !== chosen()) return
  if (mail) showMail(mail)
  else closeMail()
  if (id && !mail) history.replaceState(null, '', '/')
  await refresh()
}

async function refresh() {
  const query = search.value.trim()
  const list = await get(`/api/v1/search?${new URLSearchParams({ query, limit: most })}`)
  if (query !== search.value.trim()) return
  drawList(list, chosen(), query)
  deleteAll.disabled = list.total === 0
  if (total < list.total) {
    const count = list.total - total
    news.textContent = count === 1 ? '1 new mail' : `${count} new mails`
  }
  total = list.total
}

async function removeAll() {
  sure.close()
  await fetch('/api/v1/messages', { method: 'DELETE' })
  location.hash = ''
  await poll()
}

/** A search hides mails too: only the whole list proves that one is gone. */
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
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

async function attempt(work) {
  const isDone = await work().then(
    () => true,
    () => false,
  )
  offline.textContent = isDone ? '' : 'The mailbox does not answer. Trying again…'
  offline.hidden = isDone
}

async function pollForever() {
  if (!document.hidden) await attempt(poll)
  setTimeout(pollForever, pollMs)
}

search.addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(() => attempt(refresh), typingMs)
})
deleteAll.addEventListener('click', () => sure.showModal())
document.querySelector('#keep').addEventListener('click', () => sure.close())
document.querySelector('#delete').addEventListener('click', () => attempt(removeAll))
addEventListener('hashchange', () => attempt(open))
document.addEventListener('visibilitychange', () => document.hidden || attempt(poll))

await attempt(open)
await pollForever()
