import { useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { messages, replacedMessages } from './texts/messages.ts'
import { isolated, type useReplaced } from './use-replaced.tsx'

/** Shows the invitation that the new one replaces, and afterwards the outcome of its revocation. */
export function ReplacedNotice({ of }: { of: ReturnType<typeof useReplaced> }) {
  const [t, words] = [useMessages(replacedMessages), useMessages(messages)]
  const { invitation, finding } = of
  if (finding.error) {
    const retry = () => void finding.refetch()
    return <Failure text={words.failed} error={finding.error} onRetry={retry} />
  }
  if (finding.data === null) return <Notice kind="warning">{words.changedMeanwhile}</Notice>
  if (!invitation) return null
  const email = isolated(invitation.email)
  if (of.error) return <Failure text={t.notRevoked({ email })} error={of.error} />
  if (of.isRevoked) return <Notice kind="success">{t.revoked({ email })}</Notice>
  return <Notice kind="info">{t.hint({ email })}</Notice>
}
