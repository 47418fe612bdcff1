import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Query } from '#contract/endpoint.ts'
import type { MessagesOf } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { action, useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import type { ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useList } from '#web/ui/use-list.ts'
import {
  listDeliveries,
  resendDelivery,
  resendSince,
  type Delivery,
  type Webhook,
} from './contract.ts'
import { deliveryMessages } from './texts/messages.ts'

type Props = {
  webhook: Webhook
  view: ListView
}

/** Lists the deliveries of a webhook with the receiver's responses. */
export function Deliveries({ webhook: { id, active }, view }: Props) {
  const t = useMessages(deliveryMessages)
  const list = useList(listDeliveries, { state: view.search['state'] }, { id })
  const [openDelivery, setOpenDelivery] = useState<Delivery>()
  const refetchSoon = useRefetchSoon()
  const { ask, dialog } = useActions(useListActions(id, refetchSoon))
  const hasGivenUp = list.rows?.some(({ state }) => state === 'given-up')
  const sending = useMutation({
    mutationFn: (deliveryId: string) =>
      call(resendDelivery, { params: { id, deliveryId }, body: {} }),
    onSuccess: () => {
      showSuccess(t.resent)
      refetchSoon()
    },
  })
  return (
    <ListPage
      header={<h2 className="visually-hidden">{t.deliveries}</h2>}
      tools={
        active &&
        hasGivenUp && <Button onClick={() => ask(undefined, 'since')}>{t.resendSince}</Button>
      }
      notice={sending.isError && <Failure text={t.resendFailed} error={sending.error} />}
      view={view}
      filters={filters}
      texts={deliveryMessages}
      t={{ caption: t.deliveries, noneHint: active ? t.noneHint : t.noneHintOff }}
      columns={columns}
      list={list}
      rowName={({ type }) => type}
      rowMenu={(delivery) => {
        const isWaiting = delivery.state === 'waiting'
        // A waiting delivery without a time is sent after an earlier one about its subject.
        const isBlocked = isWaiting && delivery.nextAt === null
        const text = isWaiting ? t.sendNow : t.resend
        return [
          { text: t.open, onPress: () => setOpenDelivery(delivery) },
          ...(isBlocked || !active ? [] : [{ text, onPress: () => sending.mutate(delivery.id) }]),
        ]
      }}
    >
      {openDelivery && (
        <Message delivery={openDelivery} onClose={() => setOpenDelivery(undefined)} />
      )}
      {dialog}
    </ListPage>
  )
}

/** Delays in milliseconds after which the list is reloaded: the result of a resend arrives within seconds. */
const refetchDelaysMs = [0, 1_000, 3_000, 8_000]

export function useRefetchSoon(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const ms of refetchDelaysMs)
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: [listDeliveries.path] }), ms)
  }
}

const filters: ListFilters<Query<typeof listDeliveries>, typeof deliveryMessages> = [
  { name: 'state' },
]

function tagKindOf({ state, tries }: Delivery): string | undefined {
  if (state === 'waiting') return tries > 0 ? 'low' : undefined
  return state === 'delivered' ? 'good' : 'bad'
}

/** Names of the texts by `lastError`. Any other error is shown as it is. */
const errors = {
  'no answer': 'error_none',
  gone: 'error_gone',
  failing: 'error_failing',
  'switched off': 'error_off',
} as const

type Texts = MessagesOf<typeof deliveryMessages>

function errorText(t: Texts, error: string): string {
  return error in errors ? t[errors[error as keyof typeof errors]] : error
}

function answerOf({ lastStatus, lastError }: Delivery, t: Texts): string {
  if (lastStatus !== null) return t.status({ status: String(lastStatus) })
  return lastError === null ? t.noAnswer : errorText(t, lastError)
}

const columns: ListColumns<Delivery, typeof deliveryMessages> = [
  {
    id: 'event',
    width: 7,
    cell: ({ type }) => (
      <span>
        <code dir="ltr">{type}</code>
      </span>
    ),
  },
  {
    id: 'state',
    width: 4,
    onPhone: 'state',
    cell: (delivery, t) => (
      <span className="tag" data-kind={tagKindOf(delivery)}>
        {t[`state_${delivery.state}`]}
      </span>
    ),
  },
  {
    id: 'happened',
    kind: 'time',
    width: 5,
    onPhone: 'fact',
    value: ({ occurredAt }) => occurredAt,
  },
  {
    id: 'answer',
    width: 7,
    onPhone: 'fact',
    cell: (delivery, t) => (
      <>
        {answerOf(delivery, t)}
        {delivery.tries > 0 && (
          <span className="second-line">{t.tries({ count: delivery.tries })}</span>
        )}
      </>
    ),
    phoneText: (delivery, t) => (
      <>
        <bdi>{answerOf(delivery, t)}</bdi>
        {delivery.tries > 0 && ` ·\u00a0${t.tries({ count: delivery.tries })}`}
      </>
    ),
  },
  { id: 'next', kind: 'time', width: 5, value: ({ nextAt }) => nextAt },
]

function Message({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const t = useMessages(deliveryMessages)
  const { id, type, subject, occurredAt, lastError, body } = delivery
  const text = JSON.stringify(JSON.parse(body), null, 2)
  return (
    <Dialog title={type} onClose={onClose} actions={<Button onClick={onClose}>{t.close}</Button>}>
      <dl className="facts">
        <Fact name={t.messageId}>
          <code dir="ltr">{id}</code>
        </Fact>
        <Fact name={t.subject}>
          <code dir="ltr">{subject}</code>
        </Fact>
        <Fact name={t.happened}>
          <Moment time={occurredAt} />
        </Fact>
        {lastError !== null && (
          <Fact name={t.lastError}>
            <bdi>{errorText(t, lastError)}</bdi>
          </Fact>
        )}
      </dl>
      <pre dir="ltr" lang="en" role="group" aria-label={t.body}>
        {text}
      </pre>
      <div className="button-row">
        <CopyButton text={text}>{t.copyBody}</CopyButton>
      </div>
    </Dialog>
  )
}

const hours = ['1', '24', '72', '720'] as const
const hourMs = 3_600_000

function useListActions(id: string, onDone: () => void) {
  const t = useMessages(deliveryMessages)
  return () => ({
    since: action({
      endpoint: resendSince,
      params: { id },
      text: t.resendSince,
      confirm: t.resend,
      t,
      form: {
        initial: { since: '24' },
        fields: (form) => (
          <SelectField
            form={form}
            name="since"
            options={hours.map((value) => ({ value, text: t[`since_${value}`] }))}
          />
        ),
        toBody: ({ since }) => ({
          since: new Date(Date.now() - Number(since) * hourMs).toISOString(),
        }),
      },
      title: t.resendSinceTitle,
      effect: t.resendSinceText,
      done: ({ again }) => t.again({ count: again }),
      onDone,
    }),
  })
}
