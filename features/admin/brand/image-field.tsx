import { configuredLogo } from '#contract/brand.ts'
import { firstLetterOf } from '#contract/first-letter.ts'
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
        none={<Mark {...form.values} />}
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

/** The mark of a brand that has neither a logo nor the arches: the first letter of its name. */
function Letter({ children }: { children: string }) {
  return (
    <svg viewBox="0 0 32 32" width={40} height={40} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <text x="16" y="22.5" textAnchor="middle" fontSize="18" fontWeight="600" fill="#fff">
        {children}
      </text>
    </svg>
  )
}

/** The mark of a brand without a logo: the arches, or the first letter of the name. */
function Mark({ arches, name }: Pick<Values, 'arches' | 'name'>) {
  const t = useMessages(messages)
  return (
    <>
      {arches ? <Portico size={40} /> : <Letter>{firstLetterOf(name)}</Letter>}
      <span className="visually-hidden">{arches ? t.archesShown : t.letterShown}</span>
    </>
  )
}
