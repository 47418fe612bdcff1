import { useState } from 'react'
import { useMessages } from '../locale.ts'
import { fitLetters } from './fit-letters.ts'
import { LineIcon } from './line-icon.tsx'
import { listMessages } from './texts/messages.ts'
import styles from './email-text.module.css'

/** An email address with a copy button. A long address is shortened in the middle; on a phone it wraps. */
export function EmailText({ email }: { email: string }) {
  const t = useMessages(listMessages)
  const [isCopied, setCopied] = useState(false)
  const at = email.lastIndexOf('@')
  // The end is shortened last, because it contains the domain or its last characters.
  const end = email.slice(Math.max(at, email.length - 24))
  return (
    // The key makes a new element for another address, because `fitLetters` measures only new elements.
    <span key={email} className={styles.email}>
      <bdi ref={fitLetters} className={styles.text} dir="ltr" title={email}>
        <span data-fitted="">{email.slice(0, email.length - end.length)}</span>
        <wbr />
        <span>{end}</span>
      </bdi>
      <button
        type="button"
        className={styles.copy}
        aria-label={(isCopied ? t.copiedEmail : t.copyEmail)({ email })}
        onBlur={() => setCopied(false)}
        onClick={() =>
          void navigator.clipboard.writeText(email).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        <LineIcon
          box={16}
          path={isCopied ? 'M3.5 8.5l3 3 6-7' : 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7'}
        />
      </button>
      <span role="status" className="visually-hidden">
        {isCopied && t.copiedEmail({ email })}
      </span>
    </span>
  )
}
