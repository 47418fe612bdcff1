import { Suspense } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMayOpen } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { FreshSecret } from '#web/parts/new-secret.tsx'
import { RecordColumn } from '#web/ui/record-page.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs, type Tab } from '#web/ui/tabs.tsx'
import { ClientSettings } from './client-settings.tsx'
import { Access, Connect, Steps, type Step } from './connect.tsx'
import { connectMessages, messages, summaryMessages } from './texts/messages.ts'
import type { PlatformDetails } from './contract.ts'
import { PlatformForm } from './form.tsx'
import { Logo } from './logo.tsx'
import { Summary } from './summary.tsx'
import { TestLogin } from './test-login.tsx'
import { Upkeep } from './upkeep.tsx'

const ClaimsPreview = lazyPart(async () => (await import('./claims-preview.tsx')).ClaimsPreview)

type Props = { platform: PlatformDetails; controls: RecordControls }

/** Shows a registered platform in tabs. Unsaved edits remain while another tab is open. */
export function PlatformTabs(props: Props) {
  const { platform } = props
  const t = useMessages(messages)
  const { tabs: label } = useMessages(connectMessages)
  const { search, onPart } = usePageSearch(adminLinks.platform)
  const onTab = (tab: string) => onPart({ tab })
  const currentTab = search.tab ?? (isNew(platform) ? 'connect' : 'summary')
  const tabs = useTabs(props, onTab)
  return (
    <>
      <FreshSecret
        id={platform.id}
        title={t.newSecretTitle({ name: platform.name })}
        waiting={t.secretWaits}
      />
      {isNew(platform) && <NextSteps platform={platform} currentTab={currentTab} onTab={onTab} />}
      <Tabs label={label} tabs={tabs} current={currentTab} onChange={onTab} keepsAll />
    </>
  )
}

function useTabs({ platform, controls }: Props, onTab: (tab: string) => void): Tab[] {
  const { onReload } = controls
  const [t, words] = [useMessages(messages), useMessages(summaryMessages)]
  const connect = useMessages(connectMessages)
  return [
    { id: 'summary', text: words.tabSummary, content: <Summary {...{ platform, onTab }} /> },
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
            <PlatformForm {...{ platform, controls }} />
          </Panel>
          <Logo platform={platform} onChanged={onReload} />
        </RecordColumn>
      ),
    },
    { id: 'access', text: words.tabAccess, content: <AccessAndTest {...{ platform, onReload }} /> },
    {
      id: 'upkeep',
      text: connect.tabUpkeep,
      content: <Upkeep {...{ platform, controls }} />,
    },
  ]
}

/** Returns true if the platform was neither tested nor opened: the page then shows the next steps first. */
function isNew({ tested, openedAt }: PlatformDetails): boolean {
  return tested === null && openedAt === null
}

type NextStepsProps = {
  platform: PlatformDetails
  currentTab: string
  onTab: (tab: string) => void
}

function NextSteps({ platform: { reach }, currentTab, onTab }: NextStepsProps) {
  const hasUsers = reach.users > 0
  const stepOfTab: Readonly<Record<string, Step>> = {
    registration: 'kind',
    access: hasUsers ? 'test' : 'access',
  }
  const tabOfStep = { kind: 'registration', connect: 'connect', access: 'access', test: 'access' }
  return (
    <Steps
      current={stepOfTab[currentTab] ?? 'connect'}
      done={hasUsers ? ['kind', 'access'] : ['kind']}
      onStep={(step) => onTab(tabOfStep[step])}
    />
  )
}

type AccessProps = { platform: PlatformDetails; onReload: () => void }

/** Shows the users who can open the platform, its test login, and a preview of the claims about a user. */
function AccessAndTest({ platform, onReload }: AccessProps) {
  const maySeeUsers = useMayOpen(adminLinks.users)
  return (
    <RecordColumn>
      <Access platform={platform} />
      <TestLogin platform={platform} onTested={onReload} />
      <Suspense>
        {maySeeUsers && platform.redirectUris.length > 0 && <ClaimsPreview platform={platform} />}
      </Suspense>
    </RecordColumn>
  )
}
