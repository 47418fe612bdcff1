import { useEffect, useRef } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import styles from './recovery-codes.module.css'
import { secondFactorMessages } from './texts/messages.ts'

type Props = { codes: readonly string[]; email: string; onSaved: () => void }

/** New recovery codes, shown once, to download, copy or print. The browser warns before the page is left. */
export function RecoveryCodes({ codes, email, onSaved }: Props) {
  const t = useMessages(secondFactorMessages)
  const isSaved = useRef(false)
  const heading = t.fileText({ email })
  const text = [heading, '', ...codes, ''].join('\n')
  useEffect(() => {
    const warn = (event: Event) => {
      if (!isSaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  function finish(): void {
    isSaved.current = true
    onSaved()
  }

  return (
    <>
      <p>{t.codesText}</p>
      <div className={styles.sheet}>
        <p className={styles.heading}>{heading}</p>
        <ol className={styles.codes} aria-label={t.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="button-row">
        <Button onClick={() => saveFile(text)}>{t.download}</Button>
        <CopyButton text={text}>{t.copyCodes}</CopyButton>
        <Button onClick={() => window.print()}>{t.print}</Button>
      </div>
      <Button variant="primary" onClick={finish}>
        {t.saved}
      </Button>
    </>
  )
}

// Repeats `saveAs`, because importing it would add a file and 0.1 KiB to the sign-up, and use up its size budget.
function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  // By then the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
