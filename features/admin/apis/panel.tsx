import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { NewSecret, SecretPanel } from '#web/ui/new-secret.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordHead, RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { getApi, replaceApiSecret, type Api } from './contract.ts'
import { ApiForm, useApiForm } from './form.tsx'
import { ApiState } from './page.tsx'
import { messages } from './page-messages.ts'

type Props = {
  /** Undefined for a new one. */
  clientId: string | undefined
  backLink: (text: string) => ReactNode
  platformLink: (id: string, text: ReactNode) => ReactNode
  /** A new secret that the admin has not stored yet. */
  secret: string | undefined
  /** Called with a new secret, and with null once the admin has stored it. */
  onSecret: (clientId: string, secret: string | null) => void
  onAdded: (clientId: string) => void
}

export function ApiPanel(props: Props) {
  const { clientId, backLink, onSecret, onAdded } = props
  const t = useMessages(messages)
  const [attempt, setAttempt] = useState(0)
  const record = useQuery({
    queryKey: ['API', clientId],
    queryFn: async ({ signal }) =>
      clientId === undefined
        ? { api: undefined }
        : { api: await call(getApi, { params: { clientId } }, { signal }) },
    ...whileEditing,
  })
  const onReload = () => void record.refetch()

  function onDone(doneId: string, secret: string | undefined): void {
    if (secret !== undefined) onSecret(doneId, secret)
    if (clientId === undefined) onAdded(doneId)
    else onReload()
  }

  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ api }) =>
        api ? (
          <Fragment key={`${api.etag} ${attempt}`}>
            <Head api={api} />
            <Parts
              {...props}
              {...{ api, onReload, onDone }}
              onCancel={() => setAttempt(attempt + 1)}
            />
          </Fragment>
        ) : (
          <>
            <PageTitle>{t.newTitle}</PageTitle>
            <NewApi {...{ onReload, onDone }} />
          </>
        )
      }
    </RecordPage>
  )
}

function Head({ api: { id, name, active, clientId, createdAt } }: { api: Api }) {
  const t = useMessages(messages)
  return (
    <>
      <RecordHead name={name}>
        <ApiState active={active} /> <code dir="ltr">{id}</code>
      </RecordHead>
      <dl className="facts">
        <Fact name={t.clientId}>
          <code dir="ltr">{clientId}</code>
        </Fact>
        <Fact name={t.createdAt}>
          <Moment time={String(createdAt)} />
        </Fact>
      </dl>
    </>
  )
}

type Changes = { onReload: () => void; onDone: (id: string, secret: string | undefined) => void }

function NewApi({ onReload, onDone }: Changes) {
  const form = useApiForm({ api: undefined, onDone })
  return (
    <RecordColumn>
      <div className="card">
        <ApiForm api={undefined} onReload={onReload} {...form} />
      </div>
    </RecordColumn>
  )
}

type PartsProps = Props & Changes & { api: Api; onCancel: () => void }

function Parts(props: PartsProps) {
  const { api, secret, onSecret, onReload, onDone, onCancel, platformLink } = props
  const t = useMessages(messages)
  const settings = useApiForm({ api, onDone })
  const { form, conflict, isDirty } = settings
  return (
    <>
      <RecordColumn>
        {secret !== undefined && (
          <NewSecret
            title={fill(t.newSecretTitle, { name: api.name })}
            secret={secret}
            onStored={() => onSecret(api.clientId, null)}
          />
        )}
        <Panel title={t.settings}>
          <ApiForm {...{ api, onReload }} {...settings} />
        </Panel>
        <Platforms api={api} platformLink={platformLink} />
        <SecretPanel
          record={{ ...api, id: api.clientId }}
          params={{ clientId: api.clientId }}
          endpoint={replaceApiSecret}
          // The API needs time to change over.
          grace="24"
          onDone={({ clientId, clientSecret }) => onDone(clientId, clientSecret)}
          {...{ t, onReload }}
        />
      </RecordColumn>
      {(isDirty || form.isSending || conflict) && <SaveBar form={form} t={t} onCancel={onCancel} />}
    </>
  )
}

/** Who may ask for it is chosen at the platform. */
function Platforms({ api, platformLink }: { api: Api } & Pick<Props, 'platformLink'>) {
  const t = useMessages(messages)
  return (
    <Panel title={t.platforms}>
      {api.platforms.length === 0 ? (
        <p className="soft">{t.noPlatforms}</p>
      ) : (
        <dl className="facts">
          {api.platforms.map(({ id, name, scopes }) => (
            <Fact key={id} name={platformLink(id, name)}>
              <bdi dir="ltr">{scopes.join(' ')}</bdi>
            </Fact>
          ))}
        </dl>
      )}
    </Panel>
  )
}
