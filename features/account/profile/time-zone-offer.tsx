import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useMessages } from '#web/locale.ts'
import { meQuery } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useZoneNames } from '#web/zone-names.ts'
import { browserTimeZone, zoneChoice } from '#web/time-zones.ts'
import { placeOf } from '#web/zone-place.ts'
import { settleTimezone } from './contract.ts'
import { offerMessages } from './texts/messages.ts'
import styles from './page.module.css'

const utc = 'UTC'

export function Offer() {
  const zone = browserTimeZone()
  const t = useMessages(offerMessages)
  const { locale } = useLocale()
  const names = useZoneNames()
  const city = placeOf(zone, names)
  return (
    <Notice title={t.title({ city })}>
      <p>{t.text({ zone: zoneChoice(zone, { locale, names }).text })}</p>
      <div className={styles.answers}>
        <Answer timezone={zone}>{t.take({ city })}</Answer>
        <Answer timezone={utc}>{t.keep}</Answer>
      </div>
    </Notice>
  )
}

function Answer({ timezone, children }: { timezone: string; children: string }) {
  const t = useMessages(offerMessages)
  const queryClient = useQueryClient()
  const form = useForm(settleTimezone, t, {
    initial: { timezone },
    onDone: (saved) => queryClient.setQueryData(meQuery.queryKey, saved),
  })
  return (
    <Form form={form}>
      <Button type="submit" isPending={form.isSending}>
        {children}
      </Button>
    </Form>
  )
}
