import { useBlocker } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { isLoggedIn, type Area } from '../device.ts'
import { useMessages } from '../locale.ts'
import { isInputKept } from '../unsaved-input.ts'
import { ConfirmDialog } from './confirm.tsx'
import { fieldMessages } from './field-messages.ts'

type Props = {
  isDirty: boolean
  area?: Area
  text: string
  /** Where what would be lost is not saved, but published. */
  words?: { leaveTitle: string; leave: string }
}

type Place = { pathname: string; search: object }

/** Asks before a page with unsaved changes is left, but never holds back a user who is logged out. */
export function UnsavedGuard({ isDirty, area = 'user', text, words }: Props) {
  const t = { ...useMessages(fieldMessages), ...words }
  // In the admin area a list and its forms share a path and differ in the query.
  const placeOf = ({ pathname, search }: Place) =>
    area === 'admin' ? pathname + JSON.stringify(search) : pathname
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => isDirty && isLoggedIn(area) && !isInputKept(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  // Not where the form is: its tab may be hidden.
  return createPortal(
    <ConfirmDialog
      title={t.leaveTitle}
      cancel={t.stay}
      action={t.leave}
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
    >
      <p>{text}</p>
    </ConfirmDialog>,
    document.body,
  )
}
