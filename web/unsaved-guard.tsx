import { useBlocker } from '@tanstack/react-router'
import { isLoggedIn } from './device.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  isDirty: boolean
  say: { leaveTitle: string; leaveText: string; leave: string; stay: string }
}

/** Asks before a page with unsaved changes is left, but holds nobody back who is logged out. */
export function UnsavedGuard({ isDirty, say }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && isLoggedIn('user'),
    withResolver: true,
  })
  return (
    <Dialog
      title={say.leaveTitle}
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <button type="button" className="secondary-button" onClick={() => blocker.proceed?.()}>
            {say.leave}
          </button>
          <button type="button" className="primary-button" onClick={() => blocker.reset?.()}>
            {say.stay}
          </button>
        </>
      }
    >
      <p>{say.leaveText}</p>
    </Dialog>
  )
}
