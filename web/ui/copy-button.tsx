import { useState } from 'react'
import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'

type Props = {
  text: string
  /** What is copied, for screen readers, where a page has several such buttons. */
  of?: string
  children: string
}

/** Copies a text and announces it. */
export function CopyButton({ text, of, children }: Props) {
  const t = useMessages(fieldMessages)
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <Button
        aria-label={of === undefined ? undefined : `${isCopied ? t.copied : children}: ${of}`}
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

/** Whether the text was copied, and what copies it. */
export function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false)

  function copy(): void {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }

  return [isCopied, copy]
}
