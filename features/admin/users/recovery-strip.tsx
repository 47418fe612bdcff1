import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { approvalMessages } from '#web/parts/texts/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { findUserRecovery } from './recovery-contract.ts'
import { stripMessages } from './texts/messages.ts'

const pollMs = 60_000

/** A notice of a request to replace the user's second factor, with its times. Polling does not extend the session. */
export function RecoveryStrip({ userId: id }: { userId: string }) {
  const t = useMessages(stripMessages)
  const { seeRequest } = useMessages(approvalMessages)
  const { locale } = useLocale()
  const { data } = useQuery({
    queryKey: ['partner-user', id, 'recovery'],
    queryFn: ({ signal }) =>
      call(findUserRecovery, { params: { id } }, { signal, background: true }),
    refetchInterval: pollMs,
  })
  if (!data?.recovery) return null
  const { id: requestId, state, askedBy, askedAt, notBefore, expiresAt } = data.recovery
  const time = (moment: string) => formatTime(moment, locale, defaultTimeZone())
  const originTexts = { user: t.byUser, company: t.byCompany, support: t.bySupport }
  const nextTexts = {
    asked: t.asked({ time: time(notBefore), until: time(expiresAt) }),
    waiting: t.waiting({ time: time(notBefore) }),
    mailed: t.mailed,
  }
  return (
    <Notice kind="warning" title={t.title}>
      <p>{originTexts[askedBy]({ time: time(askedAt) })}</p>
      <p>
        {nextTexts[state]} <LinkTo to={adminLinks.approval({ id: requestId })}>{seeRequest}</LinkTo>
      </p>
    </Notice>
  )
}
