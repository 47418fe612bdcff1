import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { configuredLogo } from '#contract/brand.ts'
import { imagePath, maxImageBytes } from '#contract/image.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { isPagesAffair } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { addImage } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import type { Name } from './values.tsx'

type Props = {
  form: FormState<Name>
  name: 'logo' | 'logoDark'
  /** The URL of the logo of the variables. */
  configuredUrl: string | null
}

type Fault = 'notPng' | 'imageTooLarge' | 'damagedImage' | 'animatedImage' | 'uploadFailed'

/** A logo, which is uploaded as soon as it is chosen; it shows nowhere before the brand is published. */
export function ImageField({ form, name, configuredUrl }: Props) {
  const t = useMessages(messages)
  const id = useId()
  const { fault, isPending, choose } = useUpload((image) => form.set(name, image))
  const value = String(form.values[name])
  const url = value === configuredLogo ? configuredUrl : value && imagePath(value)
  return (
    <div className={styles.fields} role="group" aria-labelledby={`${id}-label`}>
      <div>
        <strong id={`${id}-label`}>{t[name]}</strong>
        <p className="soft" id={`${id}-hint`}>
          {t[`${name}Hint`]}
        </p>
      </div>
      <div className={styles.image}>
        {url ? (
          <img src={url} alt="" data-dark={name === 'logoDark' ? '' : undefined} />
        ) : (
          <span data-none="">{t.noLogo}</span>
        )}
        <FileButton
          isPending={isPending}
          onChoose={choose}
          described={`${id}-label ${id}-hint ${id}-fault`}
        />
        {value !== '' && (
          <Button variant="quiet" onClick={() => form.set(name, '')}>
            {t.remove}
          </Button>
        )}
        {configuredUrl !== null && value !== configuredLogo && (
          <Button variant="quiet" onClick={() => form.set(name, configuredLogo)}>
            {t.useConfigured}
          </Button>
        )}
      </div>
      <p id={`${id}-fault`} role="alert" className={styles.fault}>
        {fault && t[fault]}
      </p>
      <FieldFault form={form} name={name} />
    </div>
  )
}

function useUpload(onDone: (image: string) => void) {
  const [fault, setFault] = useState<Fault>()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => call(addImage, { body: file }),
    networkMode: 'always',
    onSuccess: ({ image }) => onDone(image),
    onError: (error) => {
      if (!isPagesAffair(error)) setFault(faultOf(error))
    },
  })
  function choose(file: File): void {
    const wrong = faultOfFile(file)
    setFault(wrong)
    if (!wrong) mutate(file)
  }
  return { fault, isPending, choose }
}

type ButtonProps = { isPending: boolean; onChoose: (file: File) => void; described: string }

/** Opens the browser's choice of a file. */
function FileButton({ isPending, onChoose, described }: ButtonProps) {
  const t = useMessages(messages)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file may be chosen again after it was mended.
          target.value = ''
        }}
      />
      <Button
        isPending={isPending}
        aria-describedby={described}
        onClick={() => input.current?.click()}
      >
        {isPending ? t.uploading : t.upload}
      </Button>
    </>
  )
}

function faultOfFile({ type, size }: File): Fault | undefined {
  if (type !== 'image/png') return 'notPng'
  return size > maxImageBytes ? 'imageTooLarge' : undefined
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Refusal)) return 'uploadFailed'
  if (error.code === commonErrors.tooLarge) return 'imageTooLarge'
  if (error.code === commonErrors.notJson) return 'notPng'
  const rule = error.faults[0]?.rule
  const known = (['notPng', 'imageTooLarge', 'damagedImage', 'animatedImage'] as const).find(
    (each) => each === rule,
  )
  return known ?? 'uploadFailed'
}
