import type { AuthenticatorKey as Key } from '#contract/fields.ts'
import styles from './authenticator-key.module.css'
import { CopyButton } from './copy-button.tsx'
import { useMessages } from '../locale.ts'
import { secondFactorMessages } from './second-factor-messages.ts'

/** The key of a new authenticator: to scan, to copy, or to open on the same phone. */
export function AuthenticatorKey({ given }: { given: Key }) {
  const t = useMessages(secondFactorMessages)
  const groups = given.secret.match(/.{1,4}/g) ?? []
  return (
    <div className={styles.key}>
      <img className={styles.picture} src={given.qrCode} alt={t.qrCode} width={208} height={208} />
      <div className={styles.secret}>
        <span id="authenticator-key">{t.key}</span>
        <code dir="ltr" aria-labelledby="authenticator-key">
          {groups.join(' ')}
        </code>
        <CopyButton text={given.secret}>{t.copyKey}</CopyButton>
        <a className={styles.open} href={given.otpauthUrl}>
          {t.openApp}
        </a>
      </div>
    </div>
  )
}
