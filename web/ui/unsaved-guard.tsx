import { useBlocker } from '@tanstack/react-router'
import { isLoggedIn, type Area } from '../device.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  isDirty: boolean
  area?: Area
  t: { leaveTitle: string; leaveText: string; leave: string; stay: string }
}

type Place = { pathname: string; search: object }

/** Asks before a page with unsaved changes is left, but holds nobody back who is logged out. */
export function UnsavedGuard({ isDirty, area = 'user', t }: Props) {
  // In the admin area a list and its forms have one path, and differ behind the question mark.
  const placeOf = ({ pathname, search }: Place) =>
    area === 'admin' ? pathname + JSON.stringify(search) : pathname
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => isDirty && isLoggedIn(area),
    withResolver: true,
  })
  return (
    <Dialog
      title={t.leaveTitle}
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <button type="button" className="secondary-button" onClick={() => blocker.proceed?.()}>
            {t.leave}
          </button>
          <button type="button" className="primary-button" onClick={() => blocker.reset?.()}>
            {t.stay}
          </button>
        </>
      }
    >
      <p>{t.leaveText}</p>
    </Dialog>
  )
}
