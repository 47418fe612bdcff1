/**
 * Removes the page from the document, so that none of it can be read. It stays in memory with what was typed. Returns a
 * function that restores it, with its dialogs, the focus and the scroll position.
 */
export function detachPage(): () => void {
  const page = document.querySelector('#root')
  if (!page) return () => {}
  const focused = document.activeElement
  const { scrollX, scrollY } = window
  // Found before the removal, because a removed dialog is no longer modal.
  const dialogs = page.querySelectorAll<HTMLDialogElement>('dialog:modal')
  const place = document.createComment('')
  page.replaceWith(place)
  return () => {
    place.replaceWith(page)
    for (const dialog of dialogs) {
      if (!dialog.isConnected) continue
      dialog.removeAttribute('open')
      dialog.showModal()
    }
    window.scrollTo(scrollX, scrollY)
    // After the login dialog has closed, because closing takes the focus.
    setTimeout(() => focused instanceof HTMLElement && focused.focus({ preventScroll: true }))
  }
}
