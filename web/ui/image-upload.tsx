import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { maxImageBytes } from '#contract/image.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { useMessages } from '../locale.ts'
import { isPagesAffair } from '../session.ts'
import { Button } from './button.tsx'
import { imageMessages } from './texts/messages.ts'
import styles from './image-upload.module.css'

const rules = ['notPng', 'imageTooLarge', 'damagedImage', 'animatedImage'] as const
type Fault = (typeof rules)[number] | 'uploadFailed'

type Props<Sent> = {
  label: string
  hint: string
  /** Of the image that there is. */
  url: string | undefined
  isOnDark?: boolean
  /** What shows instead of an image, where it is not nothing. */
  none?: ReactNode
  send: (file: File) => Promise<Sent>
  onSent: (sent: Sent) => void
  onRemove: () => void
  /** Buttons beside its own. */
  children?: ReactNode
}

/** An image, which is uploaded as soon as it is chosen; what is refused has a sentence below. */
export function ImageUpload<Sent>(props: Props<Sent>) {
  const { label, hint, url, isOnDark, none, send, onSent, onRemove, children } = props
  const t = useMessages(imageMessages)
  const id = useId()
  const { fault, isPending, choose } = useUpload(send, onSent)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function remove(): void {
    // Its own button disappears.
    button.current?.focus()
    onRemove()
  }

  return (
    <div className={styles.group} role="group" aria-labelledby={`${id}-label`}>
      <div>
        <strong id={`${id}-label`}>{label}</strong>
        <p className="soft" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <div className={styles.image}>
        {url === undefined ? (
          <span data-none="">{none ?? t.noLogo}</span>
        ) : (
          <img src={url} alt="" data-dark={isOnDark ? '' : undefined} />
        )}
        <FileInput inputRef={input} onChoose={choose} />
        <Button
          ref={button}
          isPending={isPending}
          aria-describedby={`${id}-label ${id}-hint ${id}-fault`}
          onClick={() => input.current?.click()}
        >
          {isPending ? t.uploading : t.upload}
        </Button>
        {url !== undefined && (
          <Button variant="quiet" onClick={remove}>
            {t.remove}
          </Button>
        )}
        {children}
      </div>
      <p id={`${id}-fault`} role="alert" className={styles.fault}>
        {fault && t[fault]}
      </p>
    </div>
  )
}

function useUpload<Sent>(send: (file: File) => Promise<Sent>, onSent: (sent: Sent) => void) {
  const [fault, setFault] = useState<Fault>()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onSuccess: onSent,
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

type InputProps = {
  inputRef: RefObject<HTMLInputElement | null>
  onChoose: (file: File) => void
}

/** The browser's choice of a file, which a button opens. */
function FileInput({ inputRef, onChoose }: InputProps) {
  return (
    <input
      ref={inputRef}
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
  return rules.find((each) => each === rule) ?? 'uploadFailed'
}
