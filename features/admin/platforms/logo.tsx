import { useMutation } from '@tanstack/react-query'
import { imagePath } from '#contract/image.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { imageMessages } from '#web/parts/texts/messages.ts'
import { ImageUpload } from '#web/parts/image-upload.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { PlatformDetails } from './contract.ts'
import { removeLogo, setLogo } from './logo-contract.ts'
import { messages } from './texts/messages.ts'

type Props = { platform: PlatformDetails; onChanged: () => void }

/**
 * Panel to change a platform's logo. Saves each change immediately. The logo is not part of the registration form, so
 * the registration's version stays unchanged and the last test login stays current.
 */
export function Logo({ platform: { id, logo }, onChanged }: Props) {
  const t = useMessages(messages)
  const images = useMessages(imageMessages)
  const params = { id }
  const removal = useMutation({
    mutationFn: () => call(removeLogo, { params, body: {} }),
    onSuccess: () => finish(t.logoRemoved),
  })

  function finish(text: string): void {
    showSuccess(text)
    onChanged()
  }

  return (
    <Panel title={t.logoTitle} intro={t.logoIntro}>
      <ImageUpload
        label={t.logoImage}
        hint={images.hint}
        url={logo === null ? undefined : imagePath(logo)}
        send={(file) => call(setLogo, { params, body: file })}
        onSent={() => finish(t.logoSaved)}
        onRemove={() => removal.mutate()}
      />
      {removal.isError && <Failure text={t.logoNotRemoved} error={removal.error} />}
    </Panel>
  )
}
