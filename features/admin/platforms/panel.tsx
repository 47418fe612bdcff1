import { useQuery, useMutation } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages, useLocale } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Access, Connect, Steps, type Step } from './connect.tsx'
import { connectMessages } from './connect-messages.ts'
import { getPlatform, resendNotifications, type PlatformDetails } from './contract.ts'
import { PlatformForm } from './form.tsx'
import { Logo } from './logo.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Refusals } from './refusals.tsx'
import { NewSecret, Secret } from './secret.tsx'
import { TestLogin } from './test-login.tsx'

type Props = {
  /** Undefined for a new platform. */
  id: string | undefined
  /** The tab in the address bar. */
  tab: string | undefined
  onTab: (tab: string) => void
  backLink: (text: string) => ReactNode
  /** What waits for a second person. */
  pending: ReactNode
  /** A new secret that the admin has not stored yet; `isWaiting`: it works once a second person has approved it. */
  secret: { clientSecret: string; isWaiting: boolean } | undefined
  /** Called with a new secret, and with null once the admin has stored it. */
  onSecret: (id: string, clientSecret: string | null, isWaiting?: boolean) => void
  onAdded: (id: string) => void
  /** Links to where users get access. */
  companiesLink: (text: string) => ReactNode
  inviteLink: (text: string) => ReactNode
}

/** The first step that is not done. */
function stepOf(platform: PlatformDetails): Step {
  return platform.tested?.isCurrent ? 'access' : 'connect'
}

export function PlatformPanel(props: Props) {
  const { id, backLink, onSecret, onAdded } = props
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['registered-platform', id],
    queryFn: async ({ signal }) =>
      id === undefined
        ? { platform: undefined }
        : { platform: await call(getPlatform, { params: { id } }, { signal }) },
    ...whileEditing,
  })
  const reload = () => void record.refetch()
  const [attempt, setAttempt] = useState(0)

  /** The platform is as it was. */
  function wait({ clientSecret = null }: { clientSecret?: string | null | undefined }): void {
    if (id !== undefined) onSecret(id, clientSecret, true)
    setAttempt(attempt + 1)
  }

  function finish(changedId: string, secret: string | null): void {
    if (secret !== null) onSecret(changedId, secret)
    if (id === undefined) onAdded(changedId)
    else reload()
  }

  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ platform }) => (
        <Fragment key={`${platform?.etag} ${attempt}`}>
          <PageTitle name={platform?.name ?? t.newTitle}>
            <bdi>{platform?.name ?? t.newTitle}</bdi>
          </PageTitle>
          {platform && props.pending}
          <Sections
            {...props}
            platform={platform}
            onReload={reload}
            onDone={finish}
            onAsked={wait}
          />
        </Fragment>
      )}
    </RecordPage>
  )
}

type SectionsProps = Props & {
  platform: PlatformDetails | undefined
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

function Sections(props: SectionsProps) {
  const { platform, onReload, onDone, onAsked, tab, onTab, secret, onSecret } = props
  const t = useMessages(messages)
  const words = useMessages(connectMessages)
  const registration = (
    <Panel title={t.registration}>
      <PlatformForm {...{ platform, onReload, onDone, onAsked }} />
    </Panel>
  )
  if (!platform) {
    return (
      <div className={styles.narrow}>
        <Steps current="kind" isTested={false} />
        {registration}
      </div>
    )
  }
  const tabs = [
    { id: 'connect', text: words.tabConnect, content: <WayToLogin {...props} {...{ platform }} /> },
    {
      id: 'registration',
      text: t.registration,
      content: (
        <div className={styles.narrow}>
          {registration}
          <Logo platform={platform} onChanged={onReload} />
        </div>
      ),
    },
    { id: 'upkeep', text: words.tabUpkeep, content: <Upkeep {...props} {...{ platform }} /> },
  ]
  return (
    <>
      {secret !== undefined && (
        <div className={styles.narrow}>
          <NewSecret
            name={platform.name}
            {...secret}
            onStored={() => onSecret(platform.id, null)}
          />
        </div>
      )}
      <Tabs label={words.tabs} tabs={tabs} current={tab} onChange={onTab} keepsAll />
    </>
  )
}

type PartProps = SectionsProps & { platform: PlatformDetails }

/** In the order of the way to a working platform. */
function WayToLogin({ platform, onReload, onTab, companiesLink, inviteLink }: PartProps) {
  return (
    <div className={styles.narrow}>
      <Steps
        current={stepOf(platform)}
        isTested={platform.tested?.isCurrent === true}
        onKind={() => onTab('registration')}
      />
      <Connect platform={platform} />
      <ClientSettings platform={platform} />
      <TestLogin platform={platform} onTested={onReload} />
      <Access name={platform.name} {...{ companiesLink, inviteLink }} />
    </div>
  )
}

/** What looks after a platform that works. */
function Upkeep({ platform, onReload, onDone, onAsked }: PartProps) {
  return (
    <div className={styles.narrow}>
      <LogoutNotifications platform={platform} onChanged={onReload} />
      {isClient(platform) && <Refusals platform={platform} onReload={onReload} />}
      {platform.proof === 'secret' && <Secret {...{ platform, onReload, onDone, onAsked }} />}
    </div>
  )
}

/** Whether it uses OpenID Connect, not only forward-auth. */
function isClient({ redirectUris, mayInvite }: PlatformDetails): boolean {
  return redirectUris.length > 0 || mayInvite
}

/** The settings for the platform's OpenID Connect client, to copy one by one or at once. */
function ClientSettings({ platform }: { platform: PlatformDetails }) {
  const t = useMessages(messages)
  const { id, settings, redirectUris, postLogoutUris, backchannelLogoutUri } = platform
  if (!isClient(platform)) return null
  const facts = [
    [t.issuer, settings.issuer],
    [t.discovery, settings.discovery],
    [t.id, id],
    [t.redirectUris, redirectUris.join('\n')],
    [t.scopes, settings.scopes],
    [t.backchannelLogoutUri, backchannelLogoutUri ?? ''],
    [t.postLogoutUris, postLogoutUris.join('\n')],
  ].filter((fact): fact is [string, string] => fact[1] !== '')
  return (
    <Panel title={t.settingsTitle} intro={t.settingsIntro}>
      <dl className={`facts ${styles.facts}`}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code dir="ltr">{value}</code>
            <CopyButton text={value} of={name}>
              {t.copy}
            </CopyButton>
          </Fact>
        ))}
      </dl>
      <div className="button-row">
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')}>
          {t.copyAll}
        </CopyButton>
      </div>
    </Panel>
  )
}

type NotificationsProps = { platform: PlatformDetails; onChanged: () => void }

/** Whether the platform has received the logout notifications of ended sessions. */
function LogoutNotifications({ platform, onChanged }: NotificationsProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { waiting, since, lastError } = platform.notices
  const again = useMutation({
    mutationFn: () => call(resendNotifications, { params: { id: platform.id }, body: {} }),
    onSuccess: (sent) => {
      showSuccess(counted(t.sentAgain, sent.again, locale))
      onChanged()
    },
  })
  return (
    <Panel title={t.notices} intro={t.noticesIntro}>
      {platform.backchannelLogoutUri === null && <Notice>{t.noUri}</Notice>}
      {waiting === 0 && platform.backchannelLogoutUri !== null && (
        <Notice kind="success">{t.allDelivered}</Notice>
      )}
      {waiting > 0 && (
        <>
          <Notice kind="warning" title={counted(t.waiting, waiting, locale)}>
            {since !== null && (
              <p>
                {t.since} <Moment time={since} />
              </p>
            )}
            {lastError !== null && <p>{fill(t.lastError, { error: lastError })}</p>}
          </Notice>
          <div className="button-row">
            <Button isPending={again.isPending} onClick={() => again.mutate()}>
              {t.tryAgain}
            </Button>
          </div>
        </>
      )}
      {again.isError && <Failure text={t.tryFailed} error={again.error} />}
    </Panel>
  )
}
