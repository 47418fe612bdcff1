import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead, RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { getServiceAccount, revokeServiceAccount, type ServiceAccount } from './contract.ts'
import { ServiceAccountForm, useServiceAccountForm } from './form.tsx'
import { KeyExample } from './key-example.tsx'
import { LastUse, ServiceAccountState, useScopeText } from './page.tsx'
import { messages } from './page-messages.ts'

type Props = {
  /** Undefined for a new one. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  onAdded: (id: string) => void
  /** A second person decides about a new one. */
  onAsked: () => void
}

export function ServiceAccountPanel({ id, backLink, onAdded, onAsked }: Props) {
  const t = useMessages(messages)
  const [attempt, setAttempt] = useState(0)
  const record = useQuery({
    queryKey: ['service account', id],
    queryFn: async ({ signal }) =>
      id === undefined
        ? { account: undefined }
        : { account: await call(getServiceAccount, { params: { id } }, { signal }) },
    ...whileEditing,
  })
  const onReload = () => void record.refetch()
  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ account }) =>
        account ? (
          <Fragment key={`${account.etag} ${attempt}`}>
            <Head account={account} />
            {account.state === 'revoked' ? (
              <Notice kind="info">{t.revokedText}</Notice>
            ) : (
              <Settings {...{ account, onReload }} onCancel={() => setAttempt(attempt + 1)} />
            )}
          </Fragment>
        ) : (
          <>
            <PageTitle>{t.newTitle}</PageTitle>
            <NewAccount {...{ onReload, onAdded, onAsked }} />
          </>
        )
      }
    </RecordPage>
  )
}

function Head({ account }: { account: ServiceAccount }) {
  const t = useMessages(messages)
  const scopeText = useScopeText()
  const { id, name, state, scopes, lastUsedAt, revokedAt, createdAt, madeBy } = account
  return (
    <>
      <RecordHead name={name}>
        <ServiceAccountState state={state} /> <code dir="ltr">{id}</code>
      </RecordHead>
      <dl className="facts">
        <Fact name={t.lastUsedAt}>
          <LastUse time={lastUsedAt} />
        </Fact>
        <Fact name={t.expiresAt}>
          <Moment time={String(account.expiresAt)} />
        </Fact>
        {revokedAt !== null && (
          <Fact name={t.revokedAt}>
            <Moment time={String(revokedAt)} />
          </Fact>
        )}
        <Fact name={t.createdAt}>
          <Moment time={String(createdAt)} />
          {madeBy !== null && (
            <>
              {' '}
              · <bdi>{madeBy}</bdi>
            </>
          )}
        </Fact>
        {state === 'revoked' && <Fact name={t.scopes}>{scopes.map(scopeText).join(' · ')}</Fact>}
      </dl>
    </>
  )
}

type NewProps = { onReload: () => void } & Pick<Props, 'onAdded' | 'onAsked'>

function NewAccount({ onReload, onAdded, onAsked }: NewProps) {
  const form = useServiceAccountForm({ account: undefined, onDone: onAdded, onAsked })
  return (
    <RecordColumn>
      <div className="card">
        <ServiceAccountForm account={undefined} onReload={onReload} {...form} />
      </div>
      <KeyExample />
    </RecordColumn>
  )
}

type SettingsProps = { account: ServiceAccount; onReload: () => void; onCancel: () => void }

function Settings({ account, onReload, onCancel }: SettingsProps) {
  const t = useMessages(messages)
  const settings = useServiceAccountForm({ account, onDone: onReload, onAsked: onCancel })
  const { form, conflict, isDirty } = settings
  return (
    <>
      <RecordColumn>
        <Panel title={t.settings}>
          <ServiceAccountForm {...{ account, onReload }} {...settings} />
        </Panel>
        <KeyExample />
        <Revocation {...{ account, onReload }} />
      </RecordColumn>
      {(isDirty || form.isSending || conflict) && <SaveBar form={form} t={t} onCancel={onCancel} />}
    </>
  )
}

function Revocation({ account, onReload }: Omit<SettingsProps, 'onCancel'>) {
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  const { id, name } = account
  return (
    <div className="button-row">
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t.revoke}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={fill(t.revokeTitle, { name })}
          action={t.revoke}
          isDangerous
          failed={t.revokeFailed}
          run={() => call(revokeServiceAccount, { params: { id }, body: {} })}
          onClose={() => setAsking(false)}
          onDone={() => {
            showSuccess(fill(t.revoked, { name }))
            onReload()
          }}
        >
          <p>{t.revokeText}</p>
        </ConfirmAction>
      )}
    </div>
  )
}
