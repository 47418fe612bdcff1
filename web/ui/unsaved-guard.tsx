import { useBlocker } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { isLoggedIn, type Area } from '../device.ts'
import { isInputKept } from '../unsaved-input.ts'
import { LeaveDialog } from './leave-dialog.tsx'

type Props = {
  isDirty: boolean
  area?: Area
  text: string
  /** Where what would be lost is not saved, but published. */
  words?: { leaveTitle: string; leave: string } | undefined
}

type Place = { pathname: string; search: object }

/** A list and its forms share a path and differ in the query. */
function placeOf({ pathname, search }: Place): string {
  return pathname + JSON.stringify(search)
}

/** Asks before a page with unsaved changes is left, but never holds back a user who is logged out. */
export function UnsavedGuard({ isDirty, area = 'user', text, words }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => isDirty && isLoggedIn(area) && !isInputKept(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  // Not where the form is: its tab may be hidden.
  return createPortal(
    <LeaveDialog text={text} words={words} onStay={blocker.reset} onLeave={blocker.proceed} />,
    document.body,
  )
}
