import { useMessages } from '#web/locale.ts'
import { targetOf } from '#web/ui/form.tsx'
import { SecretPanel } from '#web/parts/new-secret.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  platform: PlatformDetails
  onReload: () => void
  onDone: (id: string, clientSecret: string | null) => void
  onAsked: (asked: { clientSecret: string | undefined }) => void
}

export function Secret({ platform, onReload, onDone, onAsked }: Props) {
  const t = useMessages(messages)
  return (
    <SecretPanel
      record={platform}
      target={targetOf(replaceSecret, {
        params: { id: platform.id },
        headers: { 'if-match': platform.etag },
      })}
      grace={0}
      onDone={({ id, clientSecret }) => onDone(id, clientSecret)}
      {...{ t, onReload, onAsked }}
    />
  )
}
