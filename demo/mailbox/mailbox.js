// Reloads the list when a mail arrives, and asks for confirmation before all mails are deleted.
const read = async () => (await fetch('/changes')).text()
const search = document.querySelector('input[type=search]')
const before = await read().catch(() => '')

document.querySelector('form[method=post]')?.addEventListener('submit', (event) => {
  if (!confirm('Delete all mails?')) event.preventDefault()
})
if (search) {
  setInterval(async () => {
    if (document.hidden || document.activeElement === search) return
    const now = await read().catch(() => before)
    if (now !== before) location.reload()
  }, 2000)
}
