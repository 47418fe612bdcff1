import { useMessages } from '#web/locale.ts'
import { SecretPanel } from '#web/ui/new-secret.tsx'
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
      endpoint={replaceSecret}
      grace="0"
      onDone={({ id, clientSecret }) => onDone(id, clientSecret)}
      {...{ t, onReload, onAsked }}
    />
  )
}
