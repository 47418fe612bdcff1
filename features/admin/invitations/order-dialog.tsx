import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure, useTextOf } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import {
  resendInvitation,
  resendInvitations,
  revokeInvitations,
  type Invitation,
} from './contract.ts'
import { messages } from './messages.ts'

export type Action = 'resend' | 'revoke'
export type Order = { action: Action; ids: readonly string[]; onOver: () => void }

type Results = Reply<typeof resendInvitations>['results']

type OrderProps = Order & {
  rows: readonly Invitation[]
  onClose: () => void
  onDone: () => void
}

/** Asks, does it to each, and names those that could not be changed; what failed on the way is tried again. */
export function OrderDialog({ action, ids, rows, onOver, onClose, onDone }: OrderProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  // The same for every try: none is resent twice.
  const [key] = useState(() => crypto.randomUUID())
  const running = useMutation({
    mutationFn: () => {
      const endpoint = action === 'resend' ? resendInvitations : revokeInvitations
      return call(endpoint, { headers: { 'idempotency-key': key }, body: { ids: [...ids] } })
    },
    onSuccess: ({ results }) => {
      onDone()
      onOver()
      const done = results.filter(({ code }) => code === null).length
      const forms = action === 'resend' ? t.manyResent : t.manyRevoked
      if (done > 0) showSuccess(counted(forms, done, locale))
      if (done === results.length) onClose()
    },
  })
  const failed = running.data?.results.filter(({ code }) => code !== null) ?? []
  if (failed.length > 0) return <FailedDialog failed={failed} rows={rows} onClose={onClose} />
  return (
    <ConfirmDialog
      title={counted(action === 'resend' ? t.askResend : t.askRevoke, ids.length, locale)}
      cancel={t.cancel}
      action={action === 'resend' ? t.resend : t.revoke}
      isDangerous={action === 'revoke'}
      isPending={running.isPending}
      onConfirm={() => running.mutate()}
      onClose={onClose}
    >
      <p>{action === 'resend' ? t.resendEffect : t.revokeEffect}</p>
      <ul>
        {rows
          .filter(({ id }) => ids.includes(id))
          .slice(0, mostNamed)
          .map((invitation) => (
            <li key={invitation.id}>
              <bdi>{nameOf(invitation)}</bdi> · <bdi>{invitation.email}</bdi>
            </li>
          ))}
      </ul>
      {ids.length > mostNamed && <p>{counted(t.andMore, ids.length - mostNamed, locale)}</p>}
      {running.error && <Failure text={t.failed} words={t} error={running.error} />}
    </ConfirmDialog>
  )
}

const mostNamed = 5

type FailedProps = { failed: Results; rows: readonly Invitation[]; onClose: () => void }

function FailedDialog({ failed, rows, onClose }: FailedProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const reasonOf = useReason()
  return (
    <ConfirmDialog
      title={counted(t.notDone, failed.length, locale)}
      action={t.close}
      onConfirm={onClose}
      onClose={onClose}
    >
      <Notice kind="warning">
        <ul>
          {failed.map((result) => {
            const email = rows.find(({ id }) => id === result.id)?.email
            return (
              <li key={result.id}>
                <bdi>{email ?? result.id}</bdi> {reasonOf(result)}
              </li>
            )
          })}
        </ul>
      </Notice>
    </ConfirmDialog>
  )
}

/** The page's words for an error code, with the company of a user who was invited for another. */
function useReason() {
  const t = useMessages(messages)
  const textOf = useTextOf(t)
  return ({ code, company = '' }: Results[number]) => {
    const known = Object.entries(resendInvitation.refusals)
    const [name = 'failed'] = known.find(([, each]) => each === code) ?? []
    return fill(textOf(name) ?? t.failed, { company })
  }
}
