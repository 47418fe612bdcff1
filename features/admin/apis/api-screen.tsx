import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { targetOf } from '#web/ui/form.tsx'
import { FreshSecret, NewRecordWithSecret, SecretPanel } from '#web/parts/new-secret.tsx'
import { useParts } from '#web/parts/parts.ts'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead } from '#web/ui/record-page.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import { getApi, replaceApiSecret, type Api } from './contract.ts'
import { ApiForm } from './form.tsx'
import { ApiState } from './screen.tsx'
import { messages } from './texts/messages.ts'

/** The page of an API, or the form for a new one. The URL contains the client ID, not the `id` of the API. */
export function ApiPanel() {
  const t = useMessages(messages)
  const { Pending } = useParts()
  return (
    <RecordScreen
      list={adminLinks.apis}
      linkOf={(clientId) => adminLinks.api({ id: clientId })}
      load={async (clientId, signal) =>
        clientId === undefined ? undefined : call(getApi, { params: { clientId } }, { signal })
      }
      t={t}
    >
      {(api, controls) =>
        api ? (
          <>
            <Head api={api} />
            <Pending about={{ target: api.clientId }} />
            <Parts api={api} controls={controls} />
          </>
        ) : (
          <NewApi controls={controls} />
        )
      }
    </RecordScreen>
  )
}

function NewApi({ controls }: { controls: RecordControls }) {
  const t = useMessages(messages)
  return (
    <NewRecordWithSecret
      title={t.newSecretTitle}
      waiting={t.secretWaits}
      // The API waits for another admin's approval: back to the list.
      onStored={() => controls.onAsked({})}
    >
      {(onSecret) => (
        <RecordColumn>
          <div className="card">
            <ApiForm controls={controls} onSecret={onSecret} />
          </div>
        </RecordColumn>
      )}
    </NewRecordWithSecret>
  )
}

function Head({ api: { id, name, active, clientId, createdAt } }: { api: Api }) {
  const t = useMessages(messages)
  return (
    <>
      <RecordHead name={name}>
        <ApiState status={active ? 'on' : 'off'} /> <code dir="ltr">{id}</code>
      </RecordHead>
      <RecordColumn>
        <dl className="facts">
          <Fact name={t.clientId}>
            <code dir="ltr">{clientId}</code>
          </Fact>
          <Fact name={t.createdAt}>
            <Moment time={String(createdAt)} />
          </Fact>
        </dl>
      </RecordColumn>
    </>
  )
}

function Parts({ api, controls }: { api: Api; controls: RecordControls }) {
  const t = useMessages(messages)
  const { clientId, etag } = api
  const input = { params: { clientId }, headers: { 'if-match': etag } }
  return (
    <RecordColumn>
      <FreshSecret
        id={api.clientId}
        title={t.newSecretTitle({ name: api.name })}
        waiting={t.secretWaits}
      />
      <Panel title={t.settings}>
        <ApiForm api={api} controls={controls} />
      </Panel>
      <Platforms api={api} />
      <SecretPanel
        record={api}
        target={targetOf(replaceApiSecret, input)}
        onDone={({ clientSecret }) => controls.onDone(clientId, clientSecret)}
        onReload={controls.onReload}
        onAsked={controls.onAsked}
        t={t}
      />
    </RecordColumn>
  )
}

/** Lists the platforms that may request tokens for this API, as configured on their pages. */
function Platforms({ api }: { api: Api }) {
  const t = useMessages(messages)
  return (
    <Panel title={t.platforms}>
      {api.platforms.length === 0 ? (
        <p className="soft">{t.noPlatforms}</p>
      ) : (
        <dl className="facts">
          {api.platforms.map(({ id, name, scopes }) => (
            <Fact key={id} name={<LinkTo to={adminLinks.platform({ id })}>{name}</LinkTo>}>
              <bdi dir="ltr">{scopes.join(' ')}</bdi>
            </Fact>
          ))}
        </dl>
      )}
    </Panel>
  )
}
