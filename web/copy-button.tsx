import { useState } from 'react'
import { fieldWords } from './field-words.ts'
import { useWords } from './locale.ts'

/** Copies a text and says so, also to those who do not see it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const say = useWords(fieldWords)
  const [isCopied, setCopied] = useState(false)

  function copy(): void {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }

  return (
    <>
      <button type="button" className="secondary-button" onClick={copy}>
        {isCopied ? say.copied : children}
      </button>
      <span role="status" className="visually-hidden">
        {isCopied && say.copied}
      </span>
    </>
  )
}
