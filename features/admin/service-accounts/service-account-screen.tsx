import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { LinkTo, useMayOpen } from '#web/link-to.tsx'
import { action, ActionButton } from '#web/ui/action.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead } from '#web/ui/record-page.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import { getServiceAccount, revokeServiceAccount, type ServiceAccount } from './contract.ts'
import { ServiceAccountForm } from './form.tsx'
import { formMessages, messages } from './texts/messages.ts'
import { ServiceAccountState } from './screen.tsx'
import styles from './page.module.css'
import { TokenPanel } from './token-panel.tsx'

export function ServiceAccountPanel() {
  const t = useMessages(messages)
  return (
    <RecordScreen
      list={adminLinks.serviceAccounts}
      linkOf={(id) => adminLinks.serviceAccount({ id })}
      load={async (id, signal) =>
        id === undefined ? undefined : call(getServiceAccount, { params: { id } }, { signal })
      }
      t={t}
    >
      {(account, controls) =>
        account ? (
          <>
            <Head account={account} />
            {account.state === 'revoked' ? (
              <Revoked account={account} />
            ) : (
              <Settings {...{ account, controls }} />
            )}
          </>
        ) : (
          <RecordColumn>
            <div className="card">
              <ServiceAccountForm controls={controls} />
            </div>
          </RecordColumn>
        )
      }
    </RecordScreen>
  )
}

function Head({ account }: { account: ServiceAccount }) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const { id, name, lastUsedAt, revokedAt, createdAt, madeBy } = account
  return (
    <>
      <RecordHead name={name}>
        <ServiceAccountState account={account} /> <code dir="ltr">{id}</code>
      </RecordHead>
      <dl className={styles.facts}>
        <Fact name={t.lastUsedAt}>
          <Moment time={lastUsedAt} missing={t.never} />
          <Events of={id} />
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

function Events({ of }: { of: string }) {
  const words = useMessages(formMessages)
  const events = adminLinks.auditLog({ user: of })
  if (!useMayOpen(events)) return null
  return (
    <>
      {' '}
      · <LinkTo to={events}>{words.seeEvents}</LinkTo>
    </>
  )
}

function Keys({ account: { jwks, jwksUri } }: { account: ServiceAccount }) {
  if (jwks === null) return <bdi dir="ltr">{jwksUri}</bdi>
  return (
    <ul className="stack-1">
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
    <ul className="stack-1">
      {of.map((each) => (
        <li key={each}>
          <code dir="ltr">{each}</code>
        </li>
      ))}
    </ul>
  )
}

/** Shows the former permissions of a revoked account. */
function Revoked({ account: { scopes } }: { account: ServiceAccount }) {
  const t = useMessages(messages)
  return (
    <RecordColumn>
      <Notice kind="info">{t.revokedText}</Notice>
      <Panel title={t.scopes}>
        <ul className="stack-1">
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

type SettingsProps = { account: ServiceAccount; controls: RecordControls }

function Settings({ account, controls }: SettingsProps) {
  const t = useMessages(messages)
  // The panel about tokens comes first until the account is used, because getting a token is the next step.
  const isUnused = account.lastUsedAt === null
  return (
    <RecordColumn>
      {isUnused && <TokenPanel account={account} />}
      <Panel title={t.settings}>
        <ServiceAccountForm account={account} controls={controls} />
      </Panel>
      {!isUnused && <TokenPanel account={account} />}
      <Revocation account={account} onReload={controls.onReload} />
    </RecordColumn>
  )
}

type RevocationProps = { account: ServiceAccount; onReload: () => void }

function Revocation({ account: { id, name }, onReload }: RevocationProps) {
  const [t, words] = [useMessages(messages), useMessages(formMessages)]
  const revoke = action({
    endpoint: revokeServiceAccount,
    params: { id },
    text: t.revoke,
    danger: 'usual',
    failed: t.revokeFailed,
    title: t.revokeTitle({ name }),
    effect: t.revokeText,
    done: t.revoked({ name }),
    onDone: onReload,
  })
  return (
    <Panel title={words.revokeSection} intro={t.revokeText}>
      <div className="button-row">
        <ActionButton action={revoke} variant="danger-outline" />
      </div>
    </Panel>
  )
}
