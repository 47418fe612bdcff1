/**
 * Takes the page out of the document, so that nothing of it can be read there. It stays in memory, with what was
 * typed; the returned function puts it back, with its dialogs, the focus and the scroll position.
 */
export function detachPage(): () => void {
  const page = document.querySelector('#root')
  if (!page) return () => {}
  const focused = document.activeElement
  const { scrollX, scrollY } = window
  // The document forgets which dialogs were modal.
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
    // After the dialog of the login has been closed, which takes the focus.
    setTimeout(() => focused instanceof HTMLElement && focused.focus({ preventScroll: true }))
  }
}
