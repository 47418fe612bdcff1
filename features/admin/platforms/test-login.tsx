import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fill } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AddressChecks } from './address-checks.tsx'
import { connectMessages } from './connect-messages.ts'
import type { PlatformDetails } from './contract.ts'
import { beginTestLogin, testChannel } from './test-login-contract.ts'

type Props = { platform: PlatformDetails; onTested: () => void }

/** Tries out the registration by a login in another window. */
export function TestLogin({ platform, onTested }: Props) {
  const t = useMessages(connectMessages)
  return (
    <div id="test">
      {platform.redirectUris.length > 0 ? (
        <OpenIdTest platform={platform} onTested={onTested} />
      ) : (
        platform.entryOrigin !== null && (
          <Panel title={t.test} intro={t.testProxy}>
            <div className="button-row">
              <ButtonLink variant="secondary" href={platform.url} target="_blank" rel="noreferrer">
                {fill(t.testProxyOpen, { name: platform.name })}
              </ButtonLink>
            </div>
          </Panel>
        )
      )}
    </div>
  )
}

function OpenIdTest({ platform, onTested }: Props) {
  const t = useMessages(connectMessages)
  const { locale } = useLocale()
  const { id, name, tested, redirectUris } = platform
  const beginning = useMutation({
    mutationFn: () => call(beginTestLogin, { params: { id }, body: {} }),
  })
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  useFinished(id, () => {
    beginning.reset()
    onTested()
  })
  return (
    <Panel title={t.test} intro={t.testIntro}>
      <Result tested={tested} />
      {beginning.data ? (
        <Notice
          title={fill(t.testReady, {
            time: formatTime(beginning.data.expiresAt, locale, timeZone),
          })}
        >
          <p>{fill(t.testReadyText, { name })}</p>
          <ButtonLink href={beginning.data.url} target="_blank" rel="noreferrer">
            {t.testOpen}
          </ButtonLink>
        </Notice>
      ) : (
        <div className="button-row">
          <Button isPending={beginning.isPending} onClick={() => beginning.mutate()}>
            {tested ? t.testAgain : t.testStart}
          </Button>
        </div>
      )}
      {beginning.error && <Failure text={t.testFailed} error={beginning.error} />}
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

/** The window of the test tells the page that it has ended: they share nothing but their origin. */
function useFinished(platformId: string, onFinished: () => void): void {
  const finished = useEffectEvent(onFinished)
  useEffect(() => {
    const channel = new BroadcastChannel(testChannel)
    channel.addEventListener('message', ({ data }) => data === platformId && finished())
    return () => channel.close()
  }, [platformId])
}
