import type { CSSProperties } from 'react'
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
import styles from './page.module.css'
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
        none={<Mark values={form.values} isOnDark={name === 'logoDark'} />}
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
function Letter({ isOnDark, children }: { isOnDark: boolean; children: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={40}
      height={40}
      aria-hidden="true"
      data-scheme={isOnDark ? 'dark' : undefined}
    >
      <rect width="32" height="32" rx="8" />
      <text x="16" y="22.5" textAnchor="middle" fontSize="18" fontWeight="600">
        {children}
      </text>
    </svg>
  )
}

type MarkProps = { values: Values; isOnDark: boolean }

/** The mark of a brand without a logo, in the colors of the draft: the arches, or the first letter of the name. */
function Mark({ values: { arches, name, color, colorLight }, isOnDark }: MarkProps) {
  const t = useMessages(messages)
  const colors = { '--brand': color, '--brand-light': colorLight } as CSSProperties
  return (
    <span className={styles.mark} style={colors}>
      {arches ? <Portico size={40} /> : <Letter isOnDark={isOnDark}>{firstLetterOf(name)}</Letter>}
      <span className="visually-hidden">{arches ? t.archesShown : t.letterShown}</span>
    </span>
  )
}
