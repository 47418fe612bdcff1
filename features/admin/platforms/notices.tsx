import { useMutation } from '@tanstack/react-query'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { tellAgain, type PlatformDetails } from './contract.ts'
import { messages } from './messages.ts'

type Props = { platform: PlatformDetails; onChanged: () => void }

/** Whether a platform hears of the sessions that have ended. */
export function Notices({ platform, onChanged }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { waiting, since, lastError } = platform.notices
  const again = useMutation({
    mutationFn: () => call(tellAgain, { params: { id: platform.id }, body: {} }),
    onSuccess: (sent) => {
      showSuccess(counted(t.sentAgain, sent.again, locale))
      onChanged()
    },
  })
  return (
    <Panel title={t.notices} intro={t.noticesIntro}>
      {platform.backchannelLogoutUri === null && <Notice>{t.noUri}</Notice>}
      {waiting === 0 && platform.backchannelLogoutUri !== null && (
        <Notice kind="success">{t.allTold}</Notice>
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
            <button
              type="button"
              className="secondary-button"
              aria-disabled={again.isPending || undefined}
              onClick={() => !again.isPending && again.mutate()}
            >
              {t.tryAgain}
            </button>
          </div>
        </>
      )}
      {again.isError && <Failure text={t.tryFailed} error={again.error} />}
    </Panel>
  )
}
