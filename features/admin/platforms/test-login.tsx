import { useEffect, useEffectEvent } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { hrefOf } from '#contract/links.ts'
import { useMessages } from '#web/locale.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AddressChecks } from './address-checks.tsx'
import { connectMessages, summaryMessages } from './texts/messages.ts'
import type { PlatformDetails } from './contract.ts'
import { testChannel } from './test-contract.ts'

type Props = { platform: PlatformDetails; onTested: () => void }

/** Offers a test login in another window; for a platform behind a forward-auth proxy, a link to the platform. */
export function TestLogin(props: Props) {
  const { platform } = props
  const t = useMessages(connectMessages)
  return (
    <div id="test">
      {platform.redirectUris.length > 0 ? (
        <OpenIdTest {...props} />
      ) : (
        platform.entryOrigin !== null && (
          <Panel title={t.test} intro={t.testProxy}>
            <div className="button-row">
              <ButtonLink variant="secondary" href={platform.url} target="_blank" rel="noreferrer">
                {t.testProxyOpen({ name: platform.name })}
              </ButtonLink>
            </div>
          </Panel>
        )
      )}
    </div>
  )
}

function OpenIdTest({ platform, onTested }: Props) {
  const [t, words] = [useMessages(connectMessages), useMessages(summaryMessages)]
  const { id, tested, redirectUris } = platform
  useTestEnd(id, onTested)
  return (
    <Panel title={t.test} intro={t.testIntro}>
      <p>{words.testNeeds}</p>
      <Result tested={tested} />
      <div className="button-row">
        {/* The window starts the test only if the referrer is this origin; admin pages send no referrer by default. */}
        <ButtonLink
          variant="secondary"
          href={hrefOf(adminLinks.testLogin({ platform: id }))}
          target="_blank"
          referrerPolicy="strict-origin"
        >
          {tested ? t.testAgain : t.testStart}
        </ButtonLink>
      </div>
      <h3>{t.notProven}</h3>
      <p className="soft">{t.notProvenText}</p>
      <AddressChecks addresses={redirectUris} />
    </Panel>
  )
}

function Result({ tested }: Pick<PlatformDetails, 'tested'>) {
  const t = useMessages(connectMessages)
  if (!tested) return <p role="status">{t.testNever}</p>
  return (
    <Notice
      kind={tested.isCurrent ? 'success' : 'warning'}
      title={tested.isCurrent ? t.testPassed : t.testOutdated}
    >
      {t.testLastAt} <Moment time={tested.at} />
    </Notice>
  )
}

/** Calls `onEnd` when the test window reports its end; a channel works because both share an origin. */
function useTestEnd(platformId: string, onEnd: () => void): void {
  const handleEnd = useEffectEvent(onEnd)
  useEffect(() => {
    const channel = new BroadcastChannel(testChannel)
    channel.addEventListener('message', ({ data }) => data === platformId && handleEnd())
    return () => channel.close()
  }, [platformId])
}
