import { messages } from '../../features/admin/invitations/texts/messages.ts'
import { guestMessages, invitationMessages } from '../../web/parts/texts/messages.ts'

/** The English messages of the pages on which an admin invites users. */
export const invitationWords = { ...messages.en, ...guestMessages.en, ...invitationMessages.en }
