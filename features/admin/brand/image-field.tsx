import { configuredLogo } from '#contract/brand.ts'
import { imagePath } from '#contract/image.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { imageMessages } from '#web/parts/texts/messages.ts'
import { ImageUpload } from '#web/parts/image-upload.tsx'
import { Portico } from '#web/parts/logo.tsx'
import { addImage } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Name, Values } from './values.tsx'

type Props = {
  form: FormState<Name, never, Values>
  name: 'logo' | 'logoDark'
  /** URL of the logo from the environment variables. */
  configuredUrl: string | null
}

/** A field for a logo. Uploads the file immediately, but users see the logo only after the brand is published. */
export function ImageField({ form, name, configuredUrl }: Props) {
  const t = useMessages(messages)
  const images = useMessages(imageMessages)
  const value = form.values[name]
  const url = value === configuredLogo ? configuredUrl : value && imagePath(value)
  return (
    <div className="stack-5">
      <ImageUpload
        label={t[name]}
        hint={name === 'logo' ? images.hint : t.logoDarkHint}
        url={url || undefined}
        isOnDark={name === 'logoDark'}
        none={form.values.arches ? <Arches /> : undefined}
        send={(file) => call(addImage, { body: file })}
        onSent={({ image }) => form.set(name, image)}
        onRemove={() => form.set(name, '')}
      >
        {configuredUrl !== null && value !== configuredLogo && (
          <Button variant="quiet" onClick={() => form.set(name, configuredLogo)}>
            {t.useConfigured}
          </Button>
        )}
      </ImageUpload>
      <FieldFault form={form} name={name} />
    </div>
  )
}

function Arches() {
  const t = useMessages(messages)
  return (
    <>
      <Portico size={40} />
      <span className="visually-hidden">{t.archesShown}</span>
    </>
  )
}
