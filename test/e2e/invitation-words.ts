import { messages } from '../../features/admin/invitations/messages.ts'
import { guestMessages } from '../../web/ui/guest-messages.ts'
import { invitationMessages } from '../../web/ui/invitation-messages.ts'

/** The English messages of the pages on which an admin invites users. */
export const invitationWords = { ...messages.en, ...guestMessages.en, ...invitationMessages.en }
