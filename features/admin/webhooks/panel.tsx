import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { ListView } from '#web/ui/list-filters.tsx'
import { NewSecret } from '#web/ui/new-secret.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead, RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { getWebhook, testWebhook, type Webhook } from './contract.ts'
import { Deliveries, useReadSoon } from './deliveries.tsx'
import { useWebhookForm, WebhookForm, type FindPlatforms } from './form.tsx'
import { About, WebhookState } from './page.tsx'
import { messages } from './page-messages.ts'
import { Removal, Secret } from './secret.tsx'

type Props = {
  /** Undefined for a new webhook. */
  id: string | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  /** The filter of the deliveries. */
  view: ListView
  backLink: (text: string) => ReactNode
  findPlatforms: FindPlatforms
  /** A new secret that the admin has not stored yet. */
  secret: string | undefined
  /** Called with a new secret, and with null once the admin has stored it. */
  onSecret: (id: string, secret: string | null) => void
  onAdded: (id: string) => void
  onRemoved: () => void
}

export function WebhookPanel(props: Props) {
  const { id, backLink, findPlatforms, onSecret, onAdded } = props
  const t = useMessages(messages)
  const [attempt, setAttempt] = useState(0)
  const record = useQuery({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) =>
      id === undefined
        ? { webhook: undefined }
        : { webhook: await call(getWebhook, { params: { id } }, { signal }) },
    ...whileEditing,
  })
  const onReload = () => void record.refetch()

  function onDone(doneId: string, secret: string | undefined): void {
    if (secret !== undefined) onSecret(doneId, secret)
    if (id === undefined) onAdded(doneId)
    else onReload()
  }

  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ webhook }) =>
        webhook ? (
          <Fragment key={`${webhook.etag} ${attempt}`}>
            <Head webhook={webhook} />
            <Parts
              {...props}
              {...{ webhook, onReload, onDone }}
              onCancel={() => setAttempt(attempt + 1)}
            />
          </Fragment>
        ) : (
          <>
            <PageTitle>{t.newTitle}</PageTitle>
            <NewWebhook {...{ onReload, onDone, findPlatforms }} />
          </>
        )
      }
    </RecordPage>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const t = useMessages(messages)
  const { name, url, active, endedReason, failingSince } = webhook
  return (
    <>
      <RecordHead name={name}>
        <WebhookState webhook={webhook} /> <span dir="ltr">{url}</span> ·{' '}
        <About webhook={webhook} />
      </RecordHead>
      {!active && endedReason !== null && (
        <Notice kind="warning">{t[`ended_${endedReason}`]}</Notice>
      )}
      {active && failingSince !== null && (
        <Notice kind="warning">
          {t.failing} <Moment time={failingSince} />
        </Notice>
      )}
    </>
  )
}

type Changes = { onReload: () => void; onDone: (id: string, secret: string | undefined) => void }

function NewWebhook({ onReload, onDone, findPlatforms }: Changes & Pick<Props, 'findPlatforms'>) {
  const form = useWebhookForm({ webhook: undefined, onDone })
  return (
    <RecordColumn>
      <div className="card">
        <WebhookForm webhook={undefined} {...{ onReload, findPlatforms }} {...form} />
      </div>
    </RecordColumn>
  )
}

type PartsProps = Props & Changes & { webhook: Webhook; onCancel: () => void }

/** What was changed stays when another tab is shown. */
function Parts(props: PartsProps) {
  const { webhook, tab, onTab, view, secret, onSecret, onReload, onCancel } = props
  const t = useMessages(messages)
  const registration = useWebhookForm(props)
  const { form, conflict, isDirty } = registration
  return (
    <>
      {secret !== undefined && (
        <RecordColumn>
          <NewSecret
            title={fill(t.newSecretTitle, { name: webhook.name })}
            secret={secret}
            onStored={() => onSecret(webhook.id, null)}
          />
        </RecordColumn>
      )}
      {webhook.active && <SendTest id={webhook.id} />}
      <Tabs
        label={t.tabs}
        current={tab}
        onChange={onTab}
        keepsAll
        tabs={[
          {
            id: 'deliveries',
            text: t.tabDeliveries,
            content: <Deliveries id={webhook.id} view={view} />,
          },
          {
            id: 'settings',
            text: t.tabSettings,
            content: (
              <RecordColumn>
                <Panel title={t.tabSettings}>
                  <WebhookForm {...props} {...registration} />
                </Panel>
                <Secret {...{ webhook, onReload }} onDone={props.onDone} />
                <Removal webhook={webhook} onRemoved={props.onRemoved} />
              </RecordColumn>
            ),
          },
        ]}
      />
      {(isDirty || form.isSending || conflict) && <SaveBar form={form} t={t} onCancel={onCancel} />}
    </>
  )
}

function SendTest({ id }: { id: string }) {
  const t = useMessages(messages)
  const readSoon = useReadSoon()
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { params: { id }, body: {} }),
    onSuccess: () => {
      showSuccess(t.testSent)
      readSoon()
    },
  })
  return (
    <>
      <div className="button-row">
        <Button isPending={testing.isPending} onClick={() => testing.mutate()}>
          {t.sendTest}
        </Button>
      </div>
      {testing.isError && <Failure text={t.testFailed} error={testing.error} />}
    </>
  )
}
