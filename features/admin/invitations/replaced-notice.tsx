import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { replacedMessages } from './replaced-messages.ts'
import type { useReplaced } from './use-replaced.tsx'

/** Which invitation the new one takes the place of, and afterwards what became of it. */
export function ReplacedNotice({ of }: { of: ReturnType<typeof useReplaced> }) {
  const t = useMessages(replacedMessages)
  if (!of.invitation) return null
  // An address among Arabic words keeps its own direction.
  const email = `\u2068${of.invitation.email}\u2069`
  if (of.error) return <Failure text={fill(t.notRevoked, { email })} error={of.error} />
  if (of.isRevoked) return <Notice kind="success">{fill(t.revoked, { email })}</Notice>
  return (
    <Notice kind="info" title={t.title}>
      {fill(t.hint, { email })}
    </Notice>
  )
}
