import { useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { words } from './session-words.ts'

export function LoggedOutNotice() {
  const say = useWords(words)
  return <Notice title={say.loggedOutTitle}>{say.loggedOutText}</Notice>
}
