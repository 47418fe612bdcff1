import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { Query } from '#contract/endpoint.ts'
import { numberFormat } from '#contract/locale.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { call } from '#web/api.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { useParts, type Parts } from '#web/parts/parts.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import { useViewCounts } from '#web/ui/view-counts.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { useCompanyFilter } from './list-filters.tsx'
import { mailKindMessages, undeliveredMessages } from './texts/messages.ts'
import { resendMail } from './mails-contract.ts'
import {
  isCorrectable,
  texts,
  useRowMenu,
  useUndeliveredColumns,
  type UndeliveredMail,
} from './undelivered-columns.tsx'
import { listUndelivered, undeliveredStates } from './undelivered-contract.ts'

const BulkActions = lazyPart(async () => (await import('#web/ui/bulk-bar.tsx')).BulkActions)

const countedQueries = [{}, ...undeliveredStates.map((state) => ({ state }))]

/** Polling interval and duration in milliseconds while a mail is being sent again. */
const [refreshMs, maxPollMs] = [3000, 120_000]

type Filters = ListFilters<Query<typeof listUndelivered>, typeof texts>

export const UndeliveredHeader = headerOf(undeliveredMessages, { isOfList: true })

/** Lists emails that the mail server has not accepted, with the reason and a button to send them again. */
export function UndeliveredEmails() {
  const listed = usePageList(adminLinks.undeliveredMails, listUndelivered)
  const { resendInvitations } = useParts()
  const t = useMessages(texts)
  const { rows = [] } = listed.list
  const { sort: _, ...filters } = listed.query
  // Counts are loaded at each visit (0), because the admin may have corrected an address on another page.
  const countOf = useViewCounts(listUndelivered, countedQueries, 0)
  const refresh = useRefresh(rows)
  const sending = useSendAgain(resendInvitations, refresh)
  const sendOne = {
    isPending: sending.isPending,
    lastId: sending.variables?.mails[0]?.id,
    send: (mail: UndeliveredMail) => sending.mutate({ mails: [mail], skipped: 0 }),
  }
  const isFiltered = Object.values(filters).some((value) => (value ?? '') !== '')
  return (
    <ListPage
      {...listed}
      texts={texts}
      t={{ none: isFiltered ? t.noneMatch : t.none, noneHint: '' }}
      notice={
        <Faults isServerDown={rows.some((mail) => mail.isServerDown)} error={sending.error} />
      }
      views={views}
      countOf={countOf}
      ownOrder={t.newestFirst}
      filters={useFilters(filters['company'], rows)}
      tools={<Button onClick={refresh}>{t.checkAgain}</Button>}
      columns={useUndeliveredColumns(sendOne)}
      rowMenu={useRowMenu(sendOne)}
      rowName={({ to }) => to}
      canSelect={isResendable}
      bulk={({ ids, clear }) => (
        <BulkResend
          mails={rows.filter((mail) => isResendable(mail) && ids.includes(mail.id))}
          total={ids.length}
          onResend={(mails) =>
            sending.mutate({ mails, skipped: ids.length - mails.length }, { onSuccess: clear })
          }
        />
      )}
    />
  )
}

function Faults({ isServerDown, error }: { isServerDown: boolean; error: unknown }) {
  const t = useMessages(texts)
  return (
    <>
      {isServerDown && (
        <Notice kind="warning" title={t.serverTitle}>
          {t.serverHint}
        </Notice>
      )}
      {error !== null && <Failure text={t.resendFailed} error={error} />}
    </>
  )
}

/** Returns true for a mail that bulk resending may include; nonexistent addresses are corrected individually. */
const isResendable = (mail: UndeliveredMail) => mail.canResend && !isCorrectable(mail)

type BulkProps = {
  /** Selected mails that can be sent again. */
  mails: readonly UndeliveredMail[]
  /** Number of selected mails. */
  total: number
  onResend: (mails: readonly UndeliveredMail[]) => void
}

function BulkResend({ mails, total, onResend }: BulkProps) {
  const t = useMessages(texts)
  const { locale } = useLocale()
  if (mails.length === 0) return <small>{t.noneToResend}</small>
  const numbers = numberFormat(locale)
  const counts = { count: numbers.format(mails.length), all: numbers.format(total) }
  const text = mails.length === total ? t.resend : t.resendOfAll(counts)
  return <BulkActions actions={[{ text, onPress: () => onResend(mails) }]} />
}

type ResendInput = { mails: readonly UndeliveredMail[]; skipped: number }

function useSendAgain(resendInvitations: Parts['resendInvitations'], onSettled: () => void) {
  const t = useMessages(texts)
  const gap = useGap()
  return useMutation({
    mutationFn: async ({ mails }: ResendInput) => {
      const invitations = mails.flatMap(({ invitationId }) => invitationId ?? [])
      if (invitations.length > 0) await resendInvitations([...new Set(invitations)])
      for (const { id } of mails.filter(({ invitationId }) => invitationId === null)) {
        await call(resendMail, { params: { id }, body: {} })
      }
    },
    onSuccess: (_, { mails, skipped }) => {
      const sent = t.resentMany({ count: mails.length })
      showSuccess(skipped === 0 ? sent : `${sent}${gap}${t.skipped({ count: skipped })}`)
    },
    onSettled,
  })
}

/**
 * Returns a function that reloads the list and its counts. Also polls for two minutes while mails are being sent again,
 * and no longer, because each request extends the admin's session.
 */
function useRefresh(rows: readonly UndeliveredMail[]): () => void {
  const queryClient = useQueryClient()
  const queryKey = [listUndelivered.path]
  const refresh = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  const poll = useEffectEvent(refresh)
  const isSending = rows.some((mail) => mail.isSending)

  useEffect(() => {
    if (!isSending) return undefined
    const polling = setInterval(() => poll(), refreshMs)
    const end = setTimeout(() => clearInterval(polling), maxPollMs)
    return () => {
      clearInterval(polling)
      clearTimeout(end)
    }
  }, [isSending])

  return refresh
}

const views: ListViews<typeof texts> = {
  view_all: {},
  view_failed: { state: 'failed' },
  view_queued: { state: 'queued' },
}

function useFilters(company: string | undefined, rows: readonly UndeliveredMail[]): Filters {
  const t = useMessages(texts)
  const kinds = useMessages(mailKindMessages)
  const { locale } = useLocale()
  const options = mailKinds.map((value) => ({ value, text: kinds[value] }))
  return [
    {
      kind: 'several',
      name: 'kind',
      title: t.email,
      options: options.toSorted((one, other) => one.text.localeCompare(other.text, locale)),
    },
    { name: 'state', title: 'status', label: (value, t) => t[`view_${value}`] },
    useCompanyFilter(company, rows[0]?.company, 'company').filter,
  ]
}
