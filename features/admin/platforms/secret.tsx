import { useMessages } from '#web/locale.ts'
import { targetOf, versionInput } from '#web/ui/form.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { SecretPanel } from '#web/parts/new-secret.tsx'
import { replaceSecret, type PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = { platform: PlatformDetails; controls: RecordControls }

export function Secret({ platform, controls: { onReload, onDone, onAsked } }: Props) {
  const t = useMessages(messages)
  return (
    <SecretPanel
      record={platform}
      target={targetOf(replaceSecret, versionInput(platform))}
      grace={0}
      onDone={({ id, clientSecret }) => onDone(id, clientSecret)}
      {...{ t, onReload, onAsked }}
    />
  )
}
