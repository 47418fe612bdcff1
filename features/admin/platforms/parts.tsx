import type { ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { NewSecret } from '#web/ui/new-secret.tsx'
import { RecordColumn } from '#web/ui/record-page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { Tabs, type Tab } from '#web/ui/tabs.tsx'
import { ClaimsPreview, type FindUsers } from './claims-preview.tsx'
import { ClientSettings } from './client-settings.tsx'
import { Access, Connect, Steps, type Step } from './connect.tsx'
import { connectMessages } from './connect-messages.ts'
import type { PlatformDetails } from './contract.ts'
import { PlatformForm, useRegistration } from './form.tsx'
import { Logo } from './logo.tsx'
import { messages } from './messages.ts'
import { Summary } from './summary.tsx'
import { summaryMessages } from './summary-messages.ts'
import { TestLogin } from './test-login.tsx'
import { Upkeep } from './upkeep.tsx'

export type PartsProps = {
  /** The tab in the address bar. */
  tab: string | undefined
  onTab: (tab: string) => void
  /** What waits for a second person. */
  pending: ReactNode
  /** A new secret that the admin has not stored yet; `isWaiting`: it works once a second person has approved it. */
  secret: { clientSecret: string; isWaiting: boolean } | undefined
  /** Called with a new secret, and with null once the admin has stored it. */
  onSecret: (id: string, clientSecret: string | null, isWaiting?: boolean) => void
  /** Where the window of a test login begins. */
  testHref: (id: string) => string
  /** Links to where users get access. */
  companiesLink: (text: string) => ReactNode
  inviteLink: (text: string) => ReactNode
} & OfUsers

/** Undefined for an admin who may not see users. */
type OfUsers = {
  usersLink: ((platform: string, text: string) => ReactNode) | undefined
  findUsers: FindUsers | undefined
}

export type Changes = {
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

type Props = PartsProps & Changes & { platform: PlatformDetails; onCancel: () => void }

/** A platform that is registered, in tabs; what was changed stays when another tab is shown. */
export function Parts(props: Props) {
  const { platform, tab, onTab, secret, onSecret, onCancel } = props
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const { tabs: label } = useMessages(connectMessages)
  const registration = useRegistration(props)
  const { form, conflict, isDirty } = registration
  const shown = tab ?? (isNew(platform) ? 'connect' : 'summary')
  const usersLink = props.usersLink && ((text: string) => props.usersLink?.(platform.id, text))
  const tabs = useTabs(props, { ...registration, usersLink })
  return (
    <>
      {secret !== undefined && (
        <RecordColumn>
          <NewSecret
            title={fill(t.newSecretTitle, { name: platform.name })}
            secret={secret.clientSecret}
            {...(secret.isWaiting && { note: t.secretWaits })}
            onStored={() => onSecret(platform.id, null)}
          />
        </RecordColumn>
      )}
      {isNew(platform) && <StepsToTick platform={platform} shown={shown} onTab={onTab} />}
      <Tabs label={label} tabs={tabs} current={shown} onChange={onTab} keepsAll />
      {(isDirty || form.isSending || conflict) && (
        <SaveBar form={form} t={{ ...words, save: t.save }} onCancel={onCancel} />
      )}
    </>
  )
}

type TabParts = ReturnType<typeof useRegistration> & { usersLink: AccessProps['usersLink'] }

function useTabs(props: Props, { usersLink, ...registration }: TabParts): Tab[] {
  const { platform, onTab, onReload, onDone, onAsked } = props
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const connect = useMessages(connectMessages)
  return [
    {
      id: 'summary',
      text: words.tabSummary,
      content: <Summary {...{ platform, onTab, usersLink }} />,
    },
    {
      id: 'connect',
      text: connect.tabConnect,
      content: (
        <RecordColumn>
          <Connect platform={platform} />
          <ClientSettings platform={platform} />
        </RecordColumn>
      ),
    },
    {
      id: 'registration',
      text: t.registration,
      content: (
        <RecordColumn>
          <Panel title={t.registration}>
            <PlatformForm {...{ platform, onReload }} {...registration} />
          </Panel>
          <Logo platform={platform} onChanged={onReload} />
        </RecordColumn>
      ),
    },
    {
      id: 'access',
      text: words.tabAccess,
      content: <AccessAndTest {...props} {...{ usersLink }} />,
    },
    {
      id: 'upkeep',
      text: connect.tabUpkeep,
      content: <Upkeep {...{ platform, onReload, onDone, onAsked }} />,
    },
  ]
}

/** Neither tested nor opened: what is next counts more than how it is doing. */
function isNew({ tested, openedAt }: PlatformDetails): boolean {
  return tested === null && openedAt === null
}

type StepsToTickProps = { platform: PlatformDetails; shown: string; onTab: (tab: string) => void }

function StepsToTick({ platform: { reach }, shown, onTab }: StepsToTickProps) {
  const hasUsers = reach.users > 0
  const steps: Readonly<Record<string, Step>> = {
    registration: 'kind',
    access: hasUsers ? 'test' : 'access',
  }
  const tabs = { kind: 'registration', connect: 'connect', access: 'access', test: 'access' }
  return (
    <Steps
      current={steps[shown] ?? 'connect'}
      done={hasUsers ? ['kind', 'access'] : ['kind']}
      onStep={(step) => onTab(tabs[step])}
    />
  )
}

type AccessProps = Omit<Props, 'usersLink'> & Pick<Parameters<typeof Access>[0], 'usersLink'>

/** Who may open it, and how that is tried out. */
function AccessAndTest(props: AccessProps) {
  const { platform, onReload, testHref, findUsers } = props
  return (
    <RecordColumn>
      <Access {...props} />
      <TestLogin platform={platform} windowHref={testHref(platform.id)} onTested={onReload} />
      {findUsers && platform.redirectUris.length > 0 && (
        <ClaimsPreview platform={platform} findUsers={findUsers} />
      )}
    </RecordColumn>
  )
}
