import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordColumn } from '#web/ui/record-page.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { isClient } from './client-settings.tsx'
import { resendNotifications, type PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'
import { Refusals } from './refusals.tsx'
import { Secret } from './secret.tsx'

type Props = { platform: PlatformDetails; controls: RecordControls }

/** The tab for maintenance: logout notifications, refused requests and the client secret. */
export function Upkeep({ platform, controls }: Props) {
  const { onReload } = controls
  return (
    <RecordColumn>
      <LogoutNotifications platform={platform} onChanged={onReload} />
      {isClient(platform) && <Refusals platform={platform} onReload={onReload} />}
      {platform.proof === 'secret' && <Secret {...{ platform, controls }} />}
    </RecordColumn>
  )
}

type NotificationsProps = { platform: PlatformDetails; onChanged: () => void }

/** Shows whether the platform has received the logout notifications of ended sessions, and can send them again. */
function LogoutNotifications({ platform, onChanged }: NotificationsProps) {
  const t = useMessages(messages)
  const { waiting, since, lastError } = platform.notices
  const resending = useMutation({
    mutationFn: () => call(resendNotifications, { params: { id: platform.id }, body: {} }),
    onSuccess: (reply) => {
      showSuccess(t.sentAgain({ count: reply.again }))
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
          <Notice kind="warning" title={t.waiting({ count: waiting })}>
            {since !== null && (
              <p>
                {t.since} <Moment time={since} />
              </p>
            )}
            {lastError !== null && <p>{t.lastError({ error: lastError })}</p>}
          </Notice>
          <div className="button-row">
            <Button isPending={resending.isPending} onClick={() => resending.mutate()}>
              {t.tryAgain}
            </Button>
          </div>
        </>
      )}
      {resending.isError && <Failure text={t.tryFailed} error={resending.error} />}
    </Panel>
  )
}
