/**
 * Removes the page from the document, so that none of it can be read. It stays in memory with what was typed. Returns a
 * function that restores it, with its dialogs, the focus and the scroll position.
 */
export function detachPage(): () => void {
  const page = document.querySelector('#root')
  if (!page) return () => {}
  const focused = document.activeElement
  const { scrollX, scrollY } = window
  // Closed before the removal, because a removed dialog is no longer modal. Closing also returns the focus to the
  // element beneath the dialogs.
  const dialogs = [...page.querySelectorAll<HTMLDialogElement>('dialog:modal')]
  for (const dialog of dialogs.toReversed()) dialog.close()
  const beneath = document.activeElement
  const place = document.createComment('')
  page.replaceWith(place)
  return () => {
    place.replaceWith(page)
    // A dialog returns the focus to the element that has it when the dialog opens.
    focus(beneath)
    for (const dialog of dialogs) if (dialog.isConnected) dialog.showModal()
    window.scrollTo(scrollX, scrollY)
    // After the login dialog has closed, because closing a dialog moves the focus.
    setTimeout(() => focus(focused?.isConnected ? focused : beneath))
  }
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
