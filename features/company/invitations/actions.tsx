import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useWithMenuCounts } from '#web/parts/company-waiting.ts'
import { action } from '#web/ui/action.tsx'
import { delegationMessages, invitationMessages } from '#web/parts/texts/messages.ts'
import {
  resendCompanyInvitation,
  revokeCompanyInvitation,
  type CompanyInvitation,
} from './contract.ts'
import { messages } from './texts/messages.ts'

type Invitation = Pick<CompanyInvitation, 'id' | 'email' | 'firstname' | 'lastname' | 'state'>

/** Returns a function that returns the actions for an invitation. */
export function useInvitationActions(onDone: () => void) {
  const t = useMessages(messages)
  const { keep } = useMessages(invitationMessages)
  const common = {
    t: { ...useMessages(delegationMessages), ...t },
    failed: t.failed,
    onDone: useWithMenuCounts(onDone),
  }
  return (invitation: Invitation) => {
    const { id, email, state } = invitation
    const facts = { name: nameOf(invitation), email }
    const isOffered = state === 'open' || state === 'expired'
    return {
      resend: action({
        ...common,
        endpoint: resendCompanyInvitation,
        params: { id },
        text: t.resend,
        isOffered,
        title: t.askResend(facts),
        effect: t.resendEffect(facts),
        done: t.resent(facts),
      }),
      revoke: action({
        ...common,
        endpoint: revokeCompanyInvitation,
        params: { id },
        text: t.revoke,
        cancel: keep({ count: 1 }),
        isOffered,
        danger: 'grave',
        title: t.askRevoke(facts),
        effect: t.revokeEffect(facts),
        done: t.revoked(facts),
      }),
    }
  }
}
