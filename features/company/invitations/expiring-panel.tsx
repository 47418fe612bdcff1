import type { ComponentProps } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { formatNearInSentence } from '#contract/sentence-time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import type { CompanyParts } from '#web/parts/company-parts.ts'
import { useActions } from '#web/ui/action.tsx'
import { TaskItem } from '#web/parts/task-item.tsx'
import { useInvitationActions } from './actions.tsx'
import { messages } from './texts/messages.ts'

type Props = ComponentProps<CompanyParts['ExpiringInvitations']>

/** Invitations that expire soon, each with a button that sends it again. */
export function ExpiringInvitations({ invitations, onSent }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const { ask, dialog } = useActions(useInvitationActions(onSent))
  return (
    <>
      {invitations.map((invitation) => (
        <TaskItem
          key={invitation.id}
          title={t.expiring({
            name: nameOf(invitation),
            time: formatNearInSentence(invitation.expiresAt, locale, timeZone),
          })}
          note={<bdi dir="ltr">{invitation.email}</bdi>}
          actions={[
            {
              text: t.resend,
              name: nameOf(invitation),
              onPress: () => ask({ ...invitation, state: 'open' }, 'resend'),
            },
          ]}
        />
      ))}
      {dialog}
    </>
  )
}
