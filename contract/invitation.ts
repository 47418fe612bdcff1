/** How it can stand with an invitation. */
export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const
