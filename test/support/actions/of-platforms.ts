import { type Deed } from './actions.ts'
import { guestOf, inviteAs, newInvitingPlatform } from '../platform-api.ts'

/** How each endpoint is called. One that is missing here fails the walk: add it together with the endpoint. */
export const deeds: Record<string, Deed> = {
  'POST /platform/invitations': {
    leaves: 'invitation_created',
    by: 'platform',
    call: async () => {
      const hub = await newInvitingPlatform('Harbour Ltd')
      await inviteAs(hub, guestOf(hub))
    },
  },
}
