import type { LoginReason } from '#contract/session.ts'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { sessionEndMessages } from './texts/messages.ts'

/**
 * Notice that says why the session of this browser ended, as far as the user may know. `reason` is missing for a logout
 * in another tab.
 */
export function SessionEndNotice({ reason }: { reason?: LoginReason | undefined }) {
  const t = useMessages(sessionEndMessages)
  if (reason) return <Notice>{t[reason]}</Notice>
  return <Notice title={t.loggedOutTitle}>{t.loggedOutText}</Notice>
}
