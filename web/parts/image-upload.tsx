import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { maxImageBytes } from '#contract/image.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { useMessages } from '../locale.ts'
import { isHandledByPage } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { imageMessages } from './texts/messages.ts'
import styles from './image-upload.module.css'

const rules = ['notPng', 'imageTooLarge', 'damagedImage', 'animatedImage'] as const
type Fault = (typeof rules)[number] | 'uploadFailed'

type Props<Result> = {
  label: string
  hint: string
  /** URL of the current image; undefined if there is none. */
  url: string | undefined
  isOnDark?: boolean
  /** Content in place of a missing image; by default a text. */
  none?: ReactNode
  send: (file: File) => Promise<Result>
  onSent: (result: Result) => void
  onRemove: () => void
  /** Further buttons, after Upload and Remove. */
  children?: ReactNode
}

/** A field for an image. Uploads the file as soon as the admin selects it, and shows the reason if it is rejected. */
export function ImageUpload<Result>(props: Props<Result>) {
  const { label, hint, url, isOnDark, none, send, onSent, onRemove, children } = props
  const t = useMessages(imageMessages)
  const id = useId()
  const { fault, isPending, choose } = useUpload(send, onSent)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function remove(): void {
    // The Remove button disappears, and would take the focus with it.
    button.current?.focus()
    onRemove()
  }

  return (
    <div className="stack-3" role="group" aria-labelledby={`${id}-label`}>
      <div>
        <strong id={`${id}-label`}>{label}</strong>
        <p className="soft" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <div className={`row-3 ${styles.image}`}>
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
      <p id={`${id}-fault`} role="alert" className="hint wrong unless-empty">
        {fault && t[fault]}
      </p>
    </div>
  )
}

function useUpload<Result>(
  send: (file: File) => Promise<Result>,
  onSent: (result: Result) => void,
) {
  const [fault, setFault] = useState<Fault>()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      if (!isHandledByPage(error)) setFault(faultOf(error))
    },
  })
  function choose(file: File): void {
    const fileFault = faultOfFile(file)
    setFault(fileFault)
    if (!fileFault) mutate(file)
  }
  return { fault, isPending, choose }
}

type InputProps = {
  inputRef: RefObject<HTMLInputElement | null>
  onChoose: (file: File) => void
}

/** A hidden file input; a button opens its file dialog. */
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
        // Without this, selecting the same file again after fixing it fires no event.
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
  // The code of every unsupported media type (415).
  if (error.code === commonErrors.notJson) return 'notPng'
  const rule = error.faults[0]?.rule
  return rules.find((each) => each === rule) ?? 'uploadFailed'
}
