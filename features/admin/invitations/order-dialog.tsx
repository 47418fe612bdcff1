import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { nameOf } from '#contract/full-name.ts'
import { commonErrors } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Check } from '#web/ui/choice-group.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Failure, useTextOf } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { guestMessages, invitationMessages } from '#web/parts/texts/messages.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import {
  resendInvitation,
  resendInvitations,
  revokeInvitations,
  type Invitation,
} from './contract.ts'
import { changeMessages, invitationListMessages, messages } from './texts/messages.ts'

export type Action = 'resend' | 'change' | 'revoke'
export type Order = {
  action: Action
  ids: readonly string[]
  /** Clears the selected rows of the list. Undefined if the action was chosen for a single invitation. */
  clearSelection?: (() => void) | undefined
}

export type Results = Reply<typeof resendInvitations>['results']

/** The fields of an invitation that the dialogs show. */
type Row = Pick<Invitation, 'id' | 'firstname' | 'lastname' | 'email' | 'sentAt'>

type OrderProps = Order & {
  action: 'resend' | 'revoke'
  rows: readonly Row[]
  onClose: () => void
  /** Called after the action, even if it failed for some invitations. */
  onReload: (results: Results) => void
}

/** A dialog that confirms an action on invitations, runs it and lists the failures. A failed request can be retried. */
export function OrderDialog({ action, clearSelection, onClose, onReload, ...order }: OrderProps) {
  // The list is loaded again after the action, and may then lack these rows.
  const [rows] = useState(order.rows)
  const [t, words] = [useMessages(messages), useMessages(invitationListMessages)]
  const { keep } = useMessages(invitationMessages)
  const { ids, recentCount, excludesRecent, setExcludesRecent } = useWithoutRecent(
    order.ids,
    // Every selected invitation is revoked, however recent it is.
    action === 'resend' ? rows : [],
  )
  const running = useOrderRequest(action, { ids, excludesRecent }, (results) => {
    onReload(results)
    clearSelection?.()
    const doneCount = results.filter(({ code }) => code === null).length
    const successText = action === 'resend' ? t.manyResent : t.manyRevoked
    if (doneCount > 0) showSuccess(successText({ count: doneCount }))
    if (doneCount === results.length) onClose()
  })
  const failed = running.data?.results.filter(({ code }) => code !== null) ?? []
  if (failed.length > 0) return <FailedDialog failed={failed} rows={rows} onClose={onClose} />
  const [title, button] =
    action === 'resend' ? [t.askResend, words.resendMany] : [t.askRevoke, words.revokeMany]
  return (
    <ConfirmDialog
      title={title({ count: ids.length })}
      cancel={action === 'revoke' ? keep({ count: ids.length }) : undefined}
      action={button({ count: ids.length })}
      isDangerous={action === 'revoke'}
      isPending={running.isPending}
      onConfirm={() => running.mutate()}
      onClose={onClose}
    >
      <p>{action === 'resend' ? t.resendEffect : t.revokeEffect}</p>
      {recentCount > 0 && (
        <RecentNotice
          count={recentCount}
          excludesRecent={excludesRecent}
          onChange={recentCount < order.ids.length ? setExcludesRecent : undefined}
        />
      )}
      <GuestNames rows={rows} ids={ids} />
      {running.error && <Failure text={t.failed} texts={t} error={running.error} />}
    </ConfirmDialog>
  )
}

type Selection = { ids: readonly string[]; excludesRecent: boolean }

function useOrderRequest(
  action: OrderProps['action'],
  { ids, excludesRecent }: Selection,
  onSuccess: (results: Results) => void,
) {
  // Stable keys make retries idempotent, so no invitation is sent twice. The selection without recent
  // invitations and the whole selection each have their own key.
  const [keys] = useState(() => [crypto.randomUUID(), crypto.randomUUID()])
  return useMutation({
    mutationFn: () => {
      const endpoint = action === 'resend' ? resendInvitations : revokeInvitations
      return call(endpoint, {
        headers: { 'idempotency-key': keys[excludesRecent ? 1 : 0] ?? '' },
        body: { ids: [...ids] },
      })
    },
    onSuccess: ({ results }) => onSuccess(results),
  })
}

const maxNames = 5

function GuestNames({ rows, ids }: { rows: readonly Row[]; ids: readonly string[] }) {
  const guests = useMessages(guestMessages)
  return (
    <>
      <ul>
        {rows
          .filter(({ id }) => ids.includes(id))
          .slice(0, maxNames)
          .map((invitation) => (
            <li key={invitation.id}>
              <bdi>{nameOf(invitation)}</bdi>
              {' ·\u00a0'}
              <bdi>
                <Breakable text={invitation.email} />
              </bdi>
            </li>
          ))}
      </ul>
      {ids.length > maxNames && <p>{guests.andMore({ count: ids.length - maxNames })}</p>}
    </>
  )
}

const recentMs = 3_600_000

/** Excludes invitations sent within the last hour by default, unless this would exclude all of them. */
function useWithoutRecent(all: readonly string[], rows: readonly Row[]) {
  const [now] = useState(() => Date.now())
  const isRecent = ({ sentAt }: Row) => now - Date.parse(sentAt) < recentMs
  const recentIds = new Set(rows.filter(isRecent).map(({ id }) => id))
  const others = all.filter((id) => !recentIds.has(id))
  const [excludesRecent, setExcludesRecent] = useState(others.length > 0)
  return {
    ids: excludesRecent ? others : all,
    recentCount: all.length - others.length,
    excludesRecent,
    setExcludesRecent,
  }
}

type RecentProps = {
  count: number
  excludesRecent: boolean
  /** Undefined if the exclusion would leave no invitations. */
  onChange: ((excludesRecent: boolean) => void) | undefined
}

function RecentNotice({ count, excludesRecent, onChange }: RecentProps) {
  const t = useMessages(invitationListMessages)
  return (
    <Notice kind="warning">
      <p>{t.sentLately({ count })}</p>
      {onChange && (
        <Check checked={excludesRecent} onChange={({ target }) => onChange(target.checked)}>
          {t.leaveLately}
        </Check>
      )}
    </Notice>
  )
}

type FailedProps = { failed: Results; rows: readonly Row[]; onClose: () => void }

/** A dialog that names the invitations that an action could not change, with the reasons. */
export function FailedDialog({ failed, rows, onClose }: FailedProps) {
  const t = useMessages(messages)
  const reasonOf = useReason()
  return (
    <ConfirmDialog
      title={t.notDone({ count: failed.length })}
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
                <bdi>
                  <Breakable text={email ?? result.id} />
                </bdi>{' '}
                {reasonOf(result)}
              </li>
            )
          })}
        </ul>
      </Notice>
    </ConfirmDialog>
  )
}

/** Returns a function that translates an error code and, for a user of another company, names that company. */
function useReason() {
  const [t, { invalidInput }] = [useMessages(messages), useMessages(changeMessages)]
  const textOf = useTextOf({ ...t, invalidInput })
  return ({ code, company = '' }: Results[number]) => {
    const refusals = Object.entries({
      ...resendInvitation.refusals,
      invalidInput: commonErrors.invalidInput,
    })
    const [name = 'failed'] = refusals.find(([, each]) => each === code) ?? []
    return textOf(name, { company }) ?? t.failed
  }
}
