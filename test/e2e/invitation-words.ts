import { messages } from '../../features/admin/invitations/messages.ts'
import { guestMessages } from '../../web/ui/guest-messages.ts'
import { invitationMessages } from '../../web/ui/invitation-messages.ts'

/** The English words of the pages on which an admin invites. */
export const invitationWords = { ...messages.en, ...guestMessages.en, ...invitationMessages.en }
