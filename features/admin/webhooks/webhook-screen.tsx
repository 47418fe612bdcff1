import { useMutation } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { FreshSecret } from '#web/parts/new-secret.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead } from '#web/ui/record-page.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { getWebhook, testWebhook, type Webhook } from './contract.ts'
import { Deliveries, useRefetchSoon } from './deliveries.tsx'
import { WebhookForm } from './form.tsx'
import { About, WebhookState } from './screen.tsx'
import { messages } from './texts/messages.ts'
import { Removal, Secret } from './secret.tsx'

export function WebhookPanel() {
  const t = useMessages(messages)
  return (
    <RecordScreen
      list={adminLinks.webhooks}
      linkOf={(id) => adminLinks.webhook({ id })}
      load={async (id, signal) =>
        id === undefined ? undefined : call(getWebhook, { params: { id } }, { signal })
      }
      t={t}
    >
      {(webhook, controls) =>
        webhook ? (
          <>
            <Head webhook={webhook} />
            <Parts {...{ webhook, controls }} />
          </>
        ) : (
          <RecordColumn>
            <div className="card">
              <WebhookForm controls={controls} />
            </div>
          </RecordColumn>
        )
      }
    </RecordScreen>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const t = useMessages(messages)
  const { name, url, active, endedReason, failingSince } = webhook
  return (
    <>
      <RecordHead name={name}>
        <WebhookState webhook={webhook} /> <span dir="ltr">{url}</span>
        {' ·\u00a0'}
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

type PartsProps = { webhook: Webhook; controls: RecordControls }

/** Shows the tabs of a webhook. Unsaved edits stay while another tab is open. */
function Parts({ webhook, controls }: PartsProps) {
  const t = useMessages(messages)
  const { search, onSearch, onPart } = usePageSearch(adminLinks.webhook)
  const view = {
    search: { state: search.state },
    onSearch: ({ state }: ListSearch) => onSearch({ ...search, state }),
  }
  return (
    <>
      <FreshSecret id={webhook.id} title={t.newSecretTitle({ name: webhook.name })} />
      {webhook.active && <SendTest id={webhook.id} />}
      <Tabs
        label={t.tabs}
        current={search.tab}
        onChange={(tab) => onPart({ tab })}
        keepsAll
        tabs={[
          {
            id: 'deliveries',
            text: t.tabDeliveries,
            content: <Deliveries webhook={webhook} view={view} />,
          },
          {
            id: 'settings',
            text: t.tabSettings,
            content: (
              <RecordColumn>
                <Panel title={t.tabSettings}>
                  <WebhookForm webhook={webhook} controls={controls} />
                </Panel>
                <Secret {...{ webhook, controls }} />
                <Removal webhook={webhook} />
              </RecordColumn>
            ),
          },
        ]}
      />
    </>
  )
}

function SendTest({ id }: { id: string }) {
  const t = useMessages(messages)
  const refetchSoon = useRefetchSoon()
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { params: { id }, body: {} }),
    onSuccess: () => {
      showSuccess(t.testSent)
      refetchSoon()
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
