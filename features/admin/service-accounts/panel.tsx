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
import { formMessages } from './form-messages.ts'
import { LastUse, ServiceAccountState } from './page.tsx'
import styles from './page.module.css'
import { messages } from './page-messages.ts'
import { TokenPanel } from './token-panel.tsx'

type Props = {
  /** Undefined for a new one. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** To its events in the audit log; undefined where the admin may not read it. */
  eventsLink: ((id: string, text: string) => ReactNode) | undefined
  onAdded: (id: string) => void
  /** A second person decides about a new one. */
  onAsked: () => void
}

export function ServiceAccountPanel({ id, backLink, eventsLink, onAdded, onAsked }: Props) {
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
            <Head account={account} eventsLink={eventsLink} />
            {account.state === 'revoked' ? (
              <Revoked account={account} />
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

type HeadProps = { account: ServiceAccount } & Pick<Props, 'eventsLink'>

function Head({ account, eventsLink }: HeadProps) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const { id, name, lastUsedAt, revokedAt, createdAt, madeBy } = account
  return (
    <>
      <RecordHead name={name}>
        <ServiceAccountState account={account} /> <code dir="ltr">{id}</code>
      </RecordHead>
      <dl className={styles.facts}>
        <Fact name={t.lastUsedAt}>
          <LastUse time={lastUsedAt} />
          {eventsLink && <> · {eventsLink(id, words.seeEvents)}</>}
        </Fact>
        <Fact name={t.expiresAt}>
          <Moment time={account.expiresAt} />
        </Fact>
        {revokedAt !== null && (
          <Fact name={t.revokedAt}>
            <Moment time={revokedAt} />
          </Fact>
        )}
        <Fact name={t.createdAt}>
          <Moment time={createdAt} />
          {madeBy !== null && (
            <>
              {' '}
              · <bdi>{madeBy}</bdi>
            </>
          )}
        </Fact>
        <Fact name={t.scopes}>
          <Codes of={account.scopes} />
        </Fact>
        <Fact name={t.allowedFrom}>
          {account.allowedFrom.length > 0 ? <Codes of={account.allowedFrom} /> : words.anywhere}
        </Fact>
        {account.state === 'revoked' && (
          <Fact name={words.keys}>
            <Keys account={account} />
          </Fact>
        )}
      </dl>
    </>
  )
}

function Keys({ account: { jwks, jwksUri } }: { account: ServiceAccount }) {
  if (jwks === null) return <bdi dir="ltr">{jwksUri}</bdi>
  return (
    <ul className={styles.keys}>
      {jwks.keys.map(({ kid, alg, kty, crv }, index) => (
        <li key={kid ?? index}>
          <code dir="ltr">{kid ?? '–'}</code> <span dir="ltr">{alg ?? crv ?? kty}</span>
        </li>
      ))}
    </ul>
  )
}

function Codes({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.keys}>
      {of.map((each) => (
        <li key={each}>
          <code dir="ltr">{each}</code>
        </li>
      ))}
    </ul>
  )
}

/** What a revoked account was allowed to do. */
function Revoked({ account: { scopes } }: { account: ServiceAccount }) {
  const t = useMessages(messages)
  return (
    <RecordColumn>
      <Notice kind="info">{t.revokedText}</Notice>
      <Panel title={t.scopes}>
        <ul className={styles.keys}>
          {scopes.map((scope) => (
            <li key={scope}>
              {t[scope]} <code dir="ltr">{scope}</code>
            </li>
          ))}
        </ul>
      </Panel>
    </RecordColumn>
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
    </RecordColumn>
  )
}

type SettingsProps = { account: ServiceAccount; onReload: () => void; onCancel: () => void }

function Settings({ account, onReload, onCancel }: SettingsProps) {
  const t = useMessages(messages)
  const settings = useServiceAccountForm({ account, onDone: onReload, onAsked: onCancel })
  const { form, conflict, isDirty } = settings
  const isUnused = account.lastUsedAt === null
  return (
    <>
      <RecordColumn>
        {isUnused && <TokenPanel account={account} />}
        <Panel title={t.settings}>
          <ServiceAccountForm {...{ account, onReload }} {...settings} />
        </Panel>
        {!isUnused && <TokenPanel account={account} />}
        <Revocation {...{ account, onReload }} />
      </RecordColumn>
      {(isDirty || form.isSending || conflict) && <SaveBar form={form} t={t} onCancel={onCancel} />}
    </>
  )
}

function Revocation({ account, onReload }: Omit<SettingsProps, 'onCancel'>) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const [isAsking, setAsking] = useState(false)
  const { id, name } = account
  return (
    <Panel title={words.revokeSection} intro={t.revokeText}>
      <div className="button-row">
        <Button variant="danger-outline" onClick={() => setAsking(true)}>
          {t.revoke}
        </Button>
      </div>
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
    </Panel>
  )
}
