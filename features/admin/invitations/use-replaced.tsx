import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { listInvitations, revokeInvitation, type Invitation } from './contract.ts'
import { replacedMessages } from './texts/messages.ts'

/** An invitation with a wrong address, in whose place a new one is sent. */
export type Replaced = { id: string; email: string }

/** Gives the invitation to the form as soon as the server has named it; `revoke` ends it, once the new one is sent. */
export function useReplaced(
  replaced: Replaced | undefined,
  onFound: (invitation: Invitation) => void,
) {
  const t = useMessages(replacedMessages)
  const finding = useQuery({
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
  const invitation = finding.data ?? undefined
  const give = useEffectEvent(onFound)
  useEffect(() => {
    if (invitation) give(invitation)
  }, [invitation])
  const revoking = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id }, body: {} }),
  })
  return {
    invitation,
    finding,
    error: revoking.error,
    isRevoked: revoking.isSuccess,
    /** Answers whether there was one, and it is revoked. */
    revoke: async (): Promise<boolean> => {
      if (!invitation) return false
      return revoking.mutateAsync(invitation.id).then(
        () => true,
        () => false,
      )
    },
    leave: async (onReplaced: () => Promise<void>) => {
      // A navigation closes what was said before it.
      await onReplaced()
      showSuccess(t.replaced({ email: isolated(invitation?.email ?? '') }))
    },
  }
}

/** An address among Arabic words keeps its own direction. */
export function isolated(email: string): string {
  return `\u2068${email}\u2069`
}
