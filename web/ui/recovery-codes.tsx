import { fill } from '#contract/locale.ts'
import { CopyButton } from './copy-button.tsx'
import { useWords } from '../locale.ts'
import styles from './recovery-codes.module.css'
import { secondFactorWords } from './second-factor-words.ts'

type Props = { codes: readonly string[]; email: string; onSaved: () => void }

/** Fresh recovery codes, which are shown once, and the ways to keep them. */
export function RecoveryCodes({ codes, email, onSaved }: Props) {
  const say = useWords(secondFactorWords)
  const heading = fill(say.fileText, { email })
  const text = [heading, '', ...codes, ''].join('\n')
  return (
    <>
      <p>{say.codesText}</p>
      <div className={styles.sheet}>
        <p className={styles.heading}>{heading}</p>
        <ol className={styles.codes} aria-label={say.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.ways}>
        <button type="button" className="secondary-button" onClick={() => saveFile(text)}>
          {say.download}
        </button>
        <CopyButton text={text}>{say.copyCodes}</CopyButton>
        <button type="button" className="secondary-button" onClick={() => window.print()}>
          {say.print}
        </button>
      </div>
      <button type="button" className="primary-button" onClick={onSaved}>
        {say.saved}
      </button>
    </>
  )
}

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
