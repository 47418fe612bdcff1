import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { listInvitations, revokeInvitation, type Invitation } from './contract.ts'
import { replacedMessages } from './texts/messages.ts'

/** An invitation with a wrong address, to be replaced by a new one. */
export type Replaced = { id: string; email: string }

/** Loads the invitation to replace and passes it to the form. The page calls `revoke` after sending the new one. */
export function useReplaced(
  replaced: Replaced | undefined,
  onFound: (invitation: Invitation) => void,
) {
  const t = useMessages(replacedMessages)
  const finding = useQuery({
    queryKey: ['replaced-invitation', replaced?.id],
    queryFn: async ({ signal }) => {
      const query = { q: replaced?.email, state: ['open' as const, 'expired' as const] }
      const invitations = await call(listInvitations, { query }, { signal })
      return invitations.find(({ id }) => id === replaced?.id) ?? null
    },
    enabled: replaced !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const invitation = finding.data ?? undefined
  const handleFound = useEffectEvent(onFound)
  useEffect(() => {
    if (invitation) handleFound(invitation)
  }, [invitation])
  const revoking = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id }, body: {} }),
  })
  return {
    invitation,
    finding,
    error: revoking.error,
    isRevoked: revoking.isSuccess,
    /** Revokes the invitation. Returns false if there is none or the call failed. */
    revoke: async (): Promise<boolean> => {
      if (!invitation) return false
      return revoking.mutateAsync(invitation.id).then(
        () => true,
        () => false,
      )
    },
    /** Leaves the page by `onReplaced`, then shows that the invitation was replaced. */
    leave: async (onReplaced: () => Promise<void>) => {
      // The snackbar must come after the navigation, which would close it.
      await onReplaced()
      showSuccess(t.replaced({ email: isolated(invitation?.email ?? '') }))
    },
  }
}

/** Isolates the direction of an address, so that it reads correctly in Arabic text. */
export function isolated(email: string): string {
  return `\u2068${email}\u2069`
}
