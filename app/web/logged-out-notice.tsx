import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './session-messages.ts'

export function LoggedOutNotice() {
  const t = useMessages(messages)
  return <Notice title={t.loggedOutTitle}>{t.loggedOutText}</Notice>
}
