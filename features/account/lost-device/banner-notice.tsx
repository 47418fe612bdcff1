import { useMutation } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { bannerMessages } from './texts/messages.ts'
import styles from './banner-notice.module.css'
import { stopOwnRecovery, type findOwnRecovery } from './contract.ts'

type Recovery = NonNullable<Reply<typeof findOwnRecovery>['recovery']>

type Props = { recovery: Recovery; onStopped: () => void }

export function BannerNotice({ recovery, onStopped }: Props) {
  const t = useMessages(bannerMessages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const { id, state, askedBy, notBefore } = recovery
  const stopping = useMutation({
    mutationFn: () => call(stopOwnRecovery, { params: { id }, body: {} }),
    onSuccess: () => {
      onStopped()
      showSuccess(t.stopped)
    },
  })
  const requestTexts = { user: t.byUser, company: t.byCompany, support: t.bySupport }
  const time = formatTime(notBefore, locale, timeZone)
  const stateTexts = { asked: t.next({ time }), waiting: t.approved({ time }), mailed: t.mailed }
  return (
    <div className={styles.place}>
      <Notice kind="warning" title={t.title}>
        <p>{requestTexts[askedBy]}</p>
        <p>{stateTexts[state]}</p>
        {stopping.error && <Failure text={t.failed} error={stopping.error} texts={t} />}
        <Button isPending={stopping.isPending} onClick={() => stopping.mutate()}>
          {t.stop}
        </Button>
      </Notice>
    </div>
  )
}
