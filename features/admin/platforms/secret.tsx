import { useLocale, useMessages } from '#web/locale.ts'
import { targetOf, versionInput } from '#web/ui/form.tsx'
import { listedCount } from '#web/ui/listed-count.ts'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { SecretPanel } from '#web/parts/new-secret.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = { platform: PlatformDetails; controls: RecordControls }

export function Secret({ platform, controls: { onReload, onDone, onAsked } }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { loginsOfLastHour: logins } = platform
  return (
    <SecretPanel
      record={platform}
      target={targetOf(replaceSecret, versionInput(platform))}
      {...(logins !== undefined && {
        use: listedCount(logins, locale, (count) => t.lastHour({ count })),
      })}
      onDone={({ id, clientSecret }) => onDone(id, clientSecret)}
      {...{ t, onReload, onAsked }}
    />
  )
}
