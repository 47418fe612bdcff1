import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/api.ts'
import { listInvitations, revokeInvitation, type Invitation } from './contract.ts'

/** An invitation with a wrong address, in whose place a new one is sent. */
export type Replaced = { id: string; email: string }

/** Gives the invitation to the form as soon as the server has named it; `revoke` ends it, once the new one is sent. */
export function useReplaced(
  replaced: Replaced | undefined,
  onFound: (invitation: Invitation) => void,
) {
  const { data } = useQuery({
    queryKey: ['replaced-invitation', replaced?.id],
    queryFn: async ({ signal }) => {
      const query = { q: replaced?.email, state: ['open' as const, 'expired' as const] }
      const found = await call(listInvitations, { query }, { signal })
      return found.find(({ id }) => id === replaced?.id) ?? null
    },
    enabled: replaced !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const invitation = data ?? undefined
  const give = useEffectEvent(onFound)
  useEffect(() => {
    if (invitation) give(invitation)
  }, [invitation])
  const revoking = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id }, body: {} }),
  })
  return {
    invitation,
    error: revoking.error,
    isRevoked: revoking.isSuccess,
    /** Not where the new one went to the same address. */
    revoke: (emails: readonly string[]) => {
      const isSame = emails.some((email) => email.trim().toLowerCase() === invitation?.email)
      if (invitation && !isSame && !revoking.isSuccess) revoking.mutate(invitation.id)
    },
  }
}
