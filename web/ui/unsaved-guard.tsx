import { useBlocker } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { isLoggedIn, type Area } from '../browser-storage.ts'
import { isInputKept } from '../unsaved-input.ts'
import { LeaveDialog } from './leave-dialog.tsx'

type Props = {
  isDirty: boolean
  area?: Area
  text: string
  /** Title and button of the dialog, if the default texts about saving do not apply. */
  texts?: { leaveTitle: string; leave: string } | undefined
}

type Address = { pathname: string; search: object }

/** Returns a key of the path and the query: a list and its forms differ only in the query. */
function keyOf({ pathname, search }: Address): string {
  return pathname + JSON.stringify(search)
}

/** Asks for confirmation before a page with unsaved changes is left. */
export function UnsavedGuard({ isDirty, area = 'user', text, texts }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && keyOf(current) !== keyOf(next),
    // A logout and a reload that keeps the input leave the document without a question.
    enableBeforeUnload: () => isDirty && isLoggedIn(area) && !isInputKept(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  // The dialog is not inside the form, because the tab of the form may be hidden.
  return createPortal(
    <LeaveDialog text={text} texts={texts} onStay={blocker.reset} onLeave={blocker.proceed} />,
    document.body,
  )
}
