import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { NewRecordWithSecret } from '#web/parts/new-secret.tsx'
import { useParts } from '#web/parts/parts.ts'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn } from '#web/ui/record-page.tsx'
import { RecordScreen, type RecordControls } from '#web/ui/record-screen.tsx'
import { Steps } from './connect.tsx'
import { getPlatform } from './contract.ts'
import { PlatformForm } from './form.tsx'
import { messages } from './texts/messages.ts'
import { PlatformTabs } from './parts.tsx'
import { PlatformHead } from './summary.tsx'

export function PlatformPanel() {
  const t = useMessages(messages)
  const { Pending } = useParts()
  return (
    <RecordScreen
      list={adminLinks.platforms}
      linkOf={(id) => adminLinks.platform({ id })}
      load={async (id, signal) =>
        id === undefined ? undefined : call(getPlatform, { params: { id } }, { signal })
      }
      t={t}
    >
      {(platform, controls) =>
        platform ? (
          <>
            <PlatformHead platform={platform} />
            <Pending about={{ target: platform.id }} />
            <PlatformTabs {...{ platform, controls }} />
          </>
        ) : (
          <NewPlatform controls={controls} />
        )
      }
    </RecordScreen>
  )
}

function NewPlatform({ controls }: { controls: RecordControls }) {
  const t = useMessages(messages)
  // The platform has no page before it is approved, so `onAsked` opens the list.
  const openList = () => controls.onAsked({})
  return (
    <NewRecordWithSecret title={t.newSecretTitle} waiting={t.newSecretWaits} onStored={openList}>
      {(onSecret) => (
        <RecordColumn>
          <Steps current="kind" done={[]} />
          <Panel title={t.registration}>
            <PlatformForm controls={controls} onSecret={onSecret} />
          </Panel>
        </RecordColumn>
      )}
    </NewRecordWithSecret>
  )
}
