import { useState } from 'react'
import { fieldMessages } from './texts/messages.ts'
import { useColon, useMessages } from '../locale.ts'
import { Button } from './button.tsx'

type Props = {
  text: string
  /** Name of the copied value for screen readers, if a page has several copy buttons. */
  of?: string
  children: string
}

/** A button that copies a text and announces the copy to screen readers. */
export function CopyButton({ text, of, children }: Props) {
  const t = useMessages(fieldMessages)
  const colon = useColon()
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <Button
        aria-label={of === undefined ? undefined : `${isCopied ? t.copied : children}${colon}${of}`}
        onClick={copy}
      >
        {isCopied ? t.copied : children}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied && t.copied}
      </span>
    </>
  )
}

/** Returns a flag that is true after this text was copied, and a function that copies it. */
export function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [copiedText, setCopiedText] = useState<string>()

  function copy(): void {
    void navigator.clipboard.writeText(text).then(
      () => setCopiedText(text),
      () => setCopiedText(undefined),
    )
  }

  return [copiedText === text, copy]
}
